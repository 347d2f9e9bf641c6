/** What the build writes into the app (`vite.config.ts`). */
interface ImportMetaEnv {
  readonly VITE_COMMIT?: string
  /** The SHA-256 of the engine that the app carries, in hex. */
  readonly VITE_ENGINE?: string
}
