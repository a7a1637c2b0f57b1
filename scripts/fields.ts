/** `npm run fields`: writes the modules in `packages/fields/registry`, which import the parts of every field type. */
import { join } from 'node:path'
import { fieldTypeNames } from '../packages/fields/fieldTypeNames.ts'
import { repositoryDir } from '../test/harness/paths.ts'
import { writeFieldRegistries } from './fields/writeFieldRegistries.ts'

await writeFieldRegistries(join(repositoryDir, 'packages/fields'), fieldTypeNames)
