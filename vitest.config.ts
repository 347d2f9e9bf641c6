import { defineConfig } from 'vitest/config'
import { keepCompiledCode } from './tools/compiled-code.ts'
import { workInQuickFolder } from './tools/quick-folder.ts'

workInQuickFolder()
keepCompiledCode()

const WORKERS = 2
/** Pure tests take milliseconds; a machine that is busy with something else may give them little of its time. */
const PURE_TEST_TIMEOUT_MS = 60_000
const DATABASE_TEST_TIMEOUT_MS = 60_000
const SIMULATION_TIMEOUT_MS = 120_000

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    // A worker loads the modules once for all its files: loading them anew for each took more than half of the time. A file therefore
    // leaves what it changes as it found it.
    isolate: false,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts'],
          exclude: ['**/*.{pg,http,sim}.test.ts', '**/node_modules/**'],
          testTimeout: PURE_TEST_TIMEOUT_MS,
        },
      },
      { test: { name: 'house', include: ['tools/**/*.test.ts'], testTimeout: DATABASE_TEST_TIMEOUT_MS } },
      {
        test: { name: 'sim', include: ['packages/**/*.sim.test.ts'], exclude: ['**/node_modules/**'], testTimeout: SIMULATION_TIMEOUT_MS },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.{pg,http}.test.ts', 'bench/**/*.pg.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          testTimeout: DATABASE_TEST_TIMEOUT_MS,
          hookTimeout: DATABASE_TEST_TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'screens',
          include: ['apps/{web,console}/src/**/*.test.tsx', 'packages/ui/src/**/*.test.tsx'],
          environment: 'happy-dom',
          testTimeout: PURE_TEST_TIMEOUT_MS,
        },
      },
    ],
  },
})
