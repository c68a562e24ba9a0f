#include "memory.h"

#include "../Faults/fail_allocation.h"

static struct {
    int device, is_armed, suspensions;
} memory;

void memory_arm(int device, long k, int for_ever)
{
    memory.device = device;
    memory.is_armed = 1;
    fault_arm_each(k, for_ever, 0, 0);
    fault_pause_each(memory.suspensions > 0);
}

void memory_disarm(void)
{
    if (memory.is_armed)
        (void)fault_disarm_each(0);
    memory.is_armed = 0;
}

long memory_fired(int device)
{
    return memory.is_armed && memory.device == device ? fault_failed_each() : 0;
}

void memory_suspend(int is_suspended)
{
    memory.suspensions += is_suspended ? 1 : -1;
    if (memory.is_armed)
        fault_pause_each(memory.suspensions > 0);
}

void memory_reset(void)
{
    memory_disarm();
    memory.suspensions = 0;
}
