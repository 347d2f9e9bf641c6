import { promises } from 'node:fs'
import { Server } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import process from 'node:process'

/**
 * Loaded before a program (`--import`), kills it just before one of the steps that make a file durable, counted by END_AT from
 * the first request on. Nothing is caught and nothing is closed.
 */
const endAt = Number(process.env['END_AT'])
let isAsked = false
let steps = 0

const step = (): void => {
  if (!isAsked) return
  steps += 1
  if (steps === endAt) process.kill(process.pid, 'SIGKILL')
}

const emit = Server.prototype.emit
Server.prototype.emit = function (this: Server, event: string, ...more: unknown[]): boolean {
  isAsked ||= event === 'request'
  return Reflect.apply(emit, this, [event, ...more]) as boolean
} as typeof emit

const { open, rename } = promises
promises.open = async (...of) => {
  step()
  const file = await open(...of)
  const { sync, writeFile } = file
  file.sync = () => {
    step()
    return sync.call(file)
  }
  file.writeFile = (...content) => {
    step()
    return writeFile.apply(file, content)
  }
  return file
}
promises.rename = (...of) => {
  step()
  return rename(...of)
}
syncBuiltinESMExports()
