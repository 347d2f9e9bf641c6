import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'

/** The folder of the workspaces among the installed packages. */
const OWN = '@rueda'
const MODULES = 'node_modules'

/** Puts the code of a revision into a new folder, where it runs with the packages and the built app of this one. */
export function checkOut(revision: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const archive = join(folder, 'revision.tar')
  execFileSync('git', ['archive', `--output=${archive}`, revision], { cwd: root })
  execFileSync('tar', ['--extract', '--file', archive, '--directory', folder])
  rmSync(archive)
  mkdirSync(join(folder, MODULES))
  for (const name of readdirSync(join(root, MODULES))) if (name !== OWN) symlinkSync(join(root, MODULES, name), join(folder, MODULES, name))
  // Its own packages are those of the revision.
  mkdirSync(join(folder, MODULES, OWN))
  for (const parent of ['apps', 'packages'])
    for (const name of readdirSync(join(folder, parent))) symlinkSync(join(folder, parent, name), join(folder, MODULES, OWN, name))
  symlinkSync(join(root, 'apps/web/dist'), join(folder, 'apps/web/dist'))
  symlinkSync(join(root, 'apps/console/dist'), join(folder, 'apps/console/dist'))
}
