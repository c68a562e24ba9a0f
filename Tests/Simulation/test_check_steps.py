"""The check of the simulator's table finds what it is for."""

import check_steps

TABLE = 'STEP(set, "tally_a tally_b")\nWORLD("tally_c")\nNONE("tally_d", "it has no state")\n'
CODE = "tally_a(1); tally_b(2); tally_c(3);"
FUNCTIONS = ["tally_a", "tally_b", "tally_c", "tally_d"]


def test_a_complete_table():
    assert check_steps.check(FUNCTIONS, TABLE, CODE) == []


def test_a_function_that_is_missing():
    assert check_steps.check([*FUNCTIONS, "tally_e"], TABLE, CODE) == ["tally_e has no step, and no reason why not"]


def test_a_function_that_is_not_called():
    mistakes = check_steps.check(FUNCTIONS, TABLE, "tally_a(1); tally_c(3);")
    assert mistakes == ["tally_b is said to be called, and is not"]


def test_a_reason_that_is_none():
    assert check_steps.check(FUNCTIONS, TABLE, CODE + "tally_d(4);") == [
        "tally_d is called, although the table has a reason why not"
    ]


def test_a_function_that_does_not_exist():
    assert check_steps.check(FUNCTIONS[:3], TABLE, CODE) == ["tally_d is not in the header"]
