import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { noCircles } from '../../tools/vite/no-circles.ts'

const SERVER = process.env['RUEDA_SERVER'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  base: './',
  plugins: [react(), tailwindcss(), noCircles()],
  server: { proxy: { '/admin': { target: SERVER }, '/web': { target: SERVER } } },
  build: {
    outDir: 'dist',
    target: 'es2023',
    // Nothing is inlined: the policy of the page allows scripts from its own address only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One file for those who work here all day.
    chunkSizeWarningLimit: 1_000,
  },
})
