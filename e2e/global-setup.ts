import { buildWebApp } from '../tools/web-app.ts'
import { startServer } from './server.ts'

/** One server for all journeys; each journey opens an account of its own. */
export default async function setup(): Promise<() => Promise<void>> {
  await buildWebApp()
  const server = await startServer()
  process.env['RUEDA_ADDRESS'] = server.address
  return server.stop
}
