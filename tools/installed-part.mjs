// What of the lockfile is installed already, whoever installed it: after `npm ci` nothing is left to do, and installing what
// running needs would take the test tools away again. npm notes what it has put into node_modules in a lockfile of its own.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {{ version?: string, integrity?: string, resolved?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }} Package
 * @typedef {Record<string, Package>} Packages
 */

/**
 * `part` is null where something that running needs is missing or another version; `hasTools` is true where test tools are there.
 * @param {string} root
 * @returns {{ part: 'runtime' | 'all' | null, hasTools: boolean }}
 */
export function installedPart(root) {
  const locked = packagesIn(join(root, 'package-lock.json'))
  const installed = packagesIn(join(root, 'node_modules', '.package-lock.json'))
  // Packages for other systems are in the lockfile and are installed nowhere but there.
  const needed = Object.keys(locked).filter((path) => path !== '' && locked[path]?.optional !== true)
  const isTool = (/** @type {string} */ path) => locked[path]?.dev === true || locked[path]?.devOptional === true
  const isThere = (/** @type {string} */ path) => isSame(locked[path], installed[path]) && existsSync(join(root, path))
  const missing = needed.filter((path) => !isThere(path))
  const part = needed.length === 0 || missing.some((path) => !isTool(path)) ? null : missing.length === 0 ? 'all' : 'runtime'
  return { part, hasTools: needed.some((path) => isTool(path) && installed[path] !== undefined) }
}

/**
 * @param {Package | undefined} locked
 * @param {Package | undefined} installed
 */
const isSame = (locked, installed) =>
  installed !== undefined &&
  locked?.version === installed.version &&
  locked?.integrity === installed.integrity &&
  locked?.resolved === installed.resolved

/**
 * @param {string} path
 * @returns {Packages}
 */
function packagesIn(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}
