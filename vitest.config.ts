import { defineConfig } from 'vitest/config'
import { keepCompiledCode } from './tools/compiled-code.ts'
import { workInQuickFolder } from './tools/quick-folder.ts'

workInQuickFolder()
keepCompiledCode()

/** One more than a small machine has cores: a test waits for its database and its market's thread as often as it works. */
const WORKERS = 3
/** Mebibytes of new objects between two collections, four times Node's own: tests make many that live no longer than they do. */
const NEW_OBJECTS_MEBIBYTES = 64
/** Pure tests take milliseconds; a machine that is busy with something else may give them little of its time. */
const PURE_TEST_TIMEOUT_MS = 60_000
const DATABASE_TEST_TIMEOUT_MS = 60_000
const SIMULATION_TIMEOUT_MS = 120_000

/** What Node runs in production it loads by itself here as well: nothing is transformed, and calls between modules cost what they cost there. */
const nativeModules = { viteModuleRunner: false, nodeLoader: false }

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    // A worker loads the modules once for all its files: loading them anew for each took more than half of the time. A file therefore
    // leaves what it changes as it found it.
    isolate: false,
    execArgv: [`--max-semi-space-size=${NEW_OBJECTS_MEBIBYTES}`],
    projects: [
      {
        test: {
          name: 'unit',
          experimental: nativeModules,
          include: ['packages/*/src/**/*.test.ts', 'apps/{server,witness}/src/**/*.test.ts'],
          exclude: ['**/*.{pg,http,sim}.test.ts', '**/node_modules/**'],
          testTimeout: PURE_TEST_TIMEOUT_MS,
        },
      },
      { test: { name: 'apps', include: ['apps/{web,console}/src/**/*.test.ts'], testTimeout: PURE_TEST_TIMEOUT_MS } },
      { test: { name: 'house', experimental: nativeModules, include: ['tools/**/*.test.ts'], testTimeout: DATABASE_TEST_TIMEOUT_MS } },
      {
        test: {
          name: 'sim',
          experimental: nativeModules,
          include: ['packages/**/*.sim.test.ts', 'apps/server/src/**/*.sim.test.ts'],
          exclude: ['**/node_modules/**'],
          testTimeout: SIMULATION_TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'server',
          experimental: nativeModules,
          include: ['apps/{server,witness}/src/**/*.{pg,http}.test.ts', 'bench/**/*.pg.test.ts'],
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
