import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Report } from '../../../packages/server/dataDirectory/doctor/examine.ts'
import { s3Storage } from '../../../packages/server/files/storage/s3/s3Storage.ts'
import { directoryOptions, runCoffer } from '../../harness/coffer.ts'
import { copySample } from '../../harness/copySample.ts'
import { openS3 } from '../../harness/openS3.ts'

const bucket = 'files'
const media = 'mgmedia00000001'

/** Copies the files of a sample to a bucket, as if all of them had been stored there two days ago. */
async function openBucket() {
  const s3 = await openS3(bucket)
  onTestFinished(s3.close)
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  const settings = s3.settings(bucket)
  const storage = s3Storage(settings as unknown as Parameters<typeof s3Storage>[0], { scratch: dataDir })
  const store = async (key: string, path: string, days = 2) => {
    await storage.put(key, path, { contentType: 'text/plain' })
    await s3.setModified(bucket, key, new Date(Date.now() - days * 86_400_000))
  }
  const root = join(dataDir, 'storage')
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !entry.name.endsWith('.attrs')) await store(path.slice(root.length + 1), path)
  }
  const examine = async (changed: Record<string, string> = {}) => {
    const variables = Object.entries({ ...settings, ...changed }).map(([name, value]) => [
      `COFFER_SETTINGS_S3_${name.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase()}`,
      String(value),
    ])
    const { stdout } = await runCoffer(['doctor', ...directoryOptions(dataDir), '--json'], {
      env: { ...process.env, ...Object.fromEntries(variables) },
    })
    return JSON.parse(stdout) as Report
  }
  return { s3, storage, store, dataDir, examine }
}

const aboutFiles = ({ findings }: Report) => findings.filter(({ check }) => /^(missing|orphaned)Files$/.test(check))

test('finds missing and orphaned files in a bucket, and leaves objects of other programs alone', async () => {
  const { s3, storage, store, dataDir, examine } = await openBucket()
  const { passed } = await examine()
  expect(passed.map(({ check }) => check)).toEqual(expect.arrayContaining(['missingFiles', 'orphanedFiles']))

  const file = join(dataDir, 'text')
  await writeFile(file, 'text')
  const [first = '', ...others] = (await s3.keys(bucket)).filter(key => key.startsWith(media) && !key.includes('/thumbs_'))
  const last = others.at(-1) ?? ''
  await storage.remove(first)
  await storage.remove(last)
  const record = last.split('/').slice(0, 2).join('/')
  const orphans = [`${media}/No-Such_Record1/lost.txt`, `${record}/thumbs_lost.png/100x100_lost.png`]
  for (const key of [...orphans, 'copies/0000/a.ltx', 'backup.zip']) await store(key, file)
  await store(`${record}/young.txt`, file, 0)
  const nameOf = (key: string) => key.replace(media, 'media')
  expect(aboutFiles(await examine())).toMatchObject([
    { message: '2 files of media cannot be found.', examples: [nameOf(first), nameOf(last)] },
    { message: '2 objects in the bucket files without a record, 1 kB.', examples: orphans.toSorted() },
  ])
})

test('says that a bucket could not be examined, and why', async () => {
  const { examine } = await openBucket()
  const { failed } = await examine({ secret: 'wrong' })
  expect(failed.map(({ check }) => check)).toEqual(['missingFiles', 'orphanedFiles'])
  expect(failed[0]?.message).toContain('signature')
})
