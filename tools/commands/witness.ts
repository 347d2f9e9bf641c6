// The witness runs in this process, so that a signal reaches it directly.
await import('../../apps/witness/src/witness.ts')

export {}
