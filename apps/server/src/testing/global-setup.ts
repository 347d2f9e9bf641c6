import type { TestProject } from 'vitest/node'
import { type TestPostgres, startTestPostgres } from './test-postgres.ts'

/** Runs once per test run, before the database and HTTP tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { postgres, stop } = await startTestPostgres()
  project.provide('postgres', postgres)
  return stop
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: TestPostgres
  }
}
