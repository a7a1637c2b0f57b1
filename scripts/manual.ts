/**
 * `npm run manual`: writes the sections of the manual that are generated from the code, between `<!-- generated: NAME -->` and
 * `<!-- end -->`. With `--check`, it only reports pages that are outdated.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { manualDir, readPages } from './manual/readPages.ts'
import { writeSections } from './manual/writeSections.ts'

const isCheck = process.argv.includes('--check')
const outdated = readPages().flatMap(({ name, text }) => {
  const written = writeSections(text)
  return written === undefined || written === text ? [] : { name, written }
})
for (const { name, written } of outdated) {
  if (isCheck) console.error(`docs/manual/${name}.md is outdated: run npm run manual`)
  else writeFileSync(join(manualDir, `${name}.md`), written)
}
console.log(`${outdated.length} pages ${isCheck ? 'are outdated' : 'written'}`)
if (isCheck && outdated.length > 0) process.exitCode = 1
