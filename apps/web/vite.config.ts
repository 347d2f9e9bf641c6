import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const SERVER = process.env['RUEDA_SERVER'] ?? 'http://127.0.0.1:8080'

/** What changes only with a library has a file of its own, which browsers keep. Charts, forms and schemas come with the screens that use them. */
const vendorGroups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\//, includeDependenciesRecursively: false },
  { name: 'chart', test: /node_modules\/(lightweight-charts|fancy-canvas)\//, includeDependenciesRecursively: false },
  { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\//, includeDependenciesRecursively: false },
]

export default defineConfig({
  base: './',
  plugins: [react(), tailwindcss()],
  server: {
    proxy: {
      '/web': { target: SERVER, ws: true },
      '/docs': { target: SERVER },
      '/files': { target: SERVER },
    },
  },
  build: {
    outDir: 'dist',
    target: 'es2023',
    // Nothing is inlined: the policy of the page allows scripts from its own address only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { output: { codeSplitting: { groups: vendorGroups } } },
  },
})
