// In this process, so that its exit code is the command's.
await import('../../apps/witness/src/check-evidence.ts')

export {}
