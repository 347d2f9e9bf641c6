import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { billOfMaterials } from '../npm.ts'
import { root } from '../root.ts'

const path = join(root, 'sbom.cdx.json')
writeFileSync(path, billOfMaterials())
console.log(`What the server is made of is in ${path}.`)
