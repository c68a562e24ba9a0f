# frozen_string_literal: true

# Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

module Tally
  class Batch
    # Appends an operation that does what `Account#set` does.
    def set(where, count, expiry = nil, until: expiry)
      expiry = binding.local_variable_get(:until)
      append(OP_SET, where, count, expiry)
    end

    # Appends an operation that does what `Account#dot` does.
    def dot(where, expiry = nil, until: expiry)
      expiry = binding.local_variable_get(:until)
      append(OP_DOT, where, 0, expiry)
    end

    # Appends an operation that does what `Account#add` does.
    def add(where, delta)
      append(OP_ADD, where, delta)
    end

    # Appends an operation that does what `Account#clear` does.
    def clear(where)
      append(OP_CLEAR, where)
    end

    # Appends an operation that does what `Account#clear_tree` does.
    def clear_tree(where)
      append(OP_CLEAR_TREE, where)
    end

    # Appends an operation that does what `Account#mute` does.
    def mute(where, mode, expiry = nil, until: expiry)
      expiry = binding.local_variable_get(:until)
      append(OP_MUTE, where, Values.constant(mode, :MUTE_), expiry)
    end

    # Appends an operation that does what `Account#get` does.
    def get(where)
      append(OP_GET, where)
    end
  end

  class Item
    # Appends an operation that does what `Account#set` does.
    def set(path, count, expiry = nil, until: expiry)
      expiry = binding.local_variable_get(:until)
      append(OP_SET, path, count, expiry)
    end

    # Appends an operation that does what `Account#dot` does.
    def dot(path, expiry = nil, until: expiry)
      expiry = binding.local_variable_get(:until)
      append(OP_DOT, path, 0, expiry)
    end

    # Appends an operation that does what `Account#add` does.
    def add(path, delta)
      append(OP_ADD, path, delta)
    end

    # Appends an operation that does what `Account#clear` does.
    def clear(path)
      append(OP_CLEAR, path)
    end

    # Appends an operation that does what `Account#clear_tree` does.
    def clear_tree(path)
      append(OP_CLEAR_TREE, path)
    end

    # Appends an operation that does what `Account#mute` does.
    def mute(path, mode, expiry = nil, until: expiry)
      expiry = binding.local_variable_get(:until)
      append(OP_MUTE, path, Values.constant(mode, :MUTE_), expiry)
    end

    # Appends an operation that does what `Messages#post` does.
    def post(path, **options)
      append(OP_POST, path, message: Library::Options.message_options(**options))
    end

    # Appends an operation that does what `Messages#withdraw` does.
    def withdraw(id)
      append(OP_WITHDRAW, id: id)
    end

    # Appends an operation that does what `Messages#read_path` does.
    def read(path, subtree: false)
      append(OP_READ, path, flags: Values.flag(subtree, SUBTREE))
    end

    # Appends an operation that does what `Reminders#put` does.
    def put_reminder(id, **options)
      append(OP_REMINDER_PUT, id: id, reminder: Values.reminder(options))
    end

    # Appends an operation that does what `Reminders#edit` does.
    def edit_reminder(id, **options)
      append(OP_REMINDER_EDIT, id: id, reminder: Values.reminder(options))
    end

    # Appends an operation that does what `Reminders#done` does.
    def reminder_done(id)
      append(OP_REMINDER_DONE, id: id)
    end

    # Appends an operation that does what `Reminders#undone` does.
    def reminder_undone(id)
      append(OP_REMINDER_UNDONE, id: id)
    end

    # Appends an operation that does what `Reminders#remove` does.
    def remove_reminder(id)
      append(OP_REMINDER_REMOVE, id: id)
    end

    # Appends an operation that does what `Reminders#snooze` does.
    def snooze_reminder(id, time)
      append(OP_REMINDER_SNOOZE, nil, 0, time, id: id)
    end

    # Appends an operation that does what `Reminders#acknowledge` does.
    def acknowledge_reminder(id)
      append(OP_REMINDER_ACKNOWLEDGE, id: id)
    end
  end
end
