import { join } from 'node:path'
import { repositoryDir } from '../test/harness/paths.ts'
import { checkLayers } from './layers/checkLayers.ts'
import { packages } from './layers/layers.ts'

for (const layers of packages) {
  const { modules, problems } = checkLayers(join(repositoryDir, layers.package), layers)
  console.log(`${layers.package}: read ${modules} modules, found ${problems.length} violations of the layers`)
  for (const problem of problems) console.error(`  ${problem}`)
  if (problems.length > 0) process.exitCode = 1
}
