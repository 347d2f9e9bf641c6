/** What the build writes into the app (`vite.config.ts`). */
interface ImportMetaEnv {
  readonly VITE_COMMIT?: string
}
