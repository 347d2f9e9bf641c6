import type { Plugin } from 'vite'

/** The files that each built file imports before it runs. */
export type Imports = Readonly<Record<string, readonly string[]>>

/**
 * Refuses a build in which two files wait for each other: the browser runs one of them before what it needs is there, and the screens in it
 * stay blank. The grouping of modules into files can bring it about, and no module of the source shows it.
 */
export const noCircles = (): Plugin => ({
  name: 'no-circles',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const circle = circleIn(Object.fromEntries(chunks.map(({ fileName, imports }) => [fileName, imports])))
    if (circle !== null) this.error(`these files of the build import each other: ${circle.join(' → ')}`)
  },
})

/** Files that import each other, the first again at the end; null when there are none. */
export function circleIn(imports: Imports): readonly string[] | null {
  const done = new Set<string>()
  const circleFrom = (file: string, way: readonly string[]): readonly string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (done.has(file)) return null
    for (const imported of imports[file] ?? []) {
      const circle = circleFrom(imported, [...way, file])
      if (circle !== null) return circle
    }
    done.add(file)
    return null
  }
  for (const file of Object.keys(imports)) {
    const circle = circleFrom(file, [])
    if (circle !== null) return circle
  }
  return null
}
