import { engineBundle } from './engine-bundle.ts'

/** Prints the engine of these sources, as the server keeps it: `node tools/engine.ts | sha256sum` gives the hash that the log names. */
process.stdout.write(await engineBundle())
