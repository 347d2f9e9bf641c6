// The monitor runs in this process, so that a signal reaches it directly.
await import('../../apps/witness/src/monitor.ts')

export {}
