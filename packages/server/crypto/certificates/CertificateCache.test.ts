import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CertificateAuthority, openCertificateAuthority } from '../../../../test/harness/openCertificateAuthority.ts'
import { scratchDir } from '../../../../test/harness/scratchDir.ts'
import { CertificateCache } from './CertificateCache.ts'
import { readCertificateFiles } from './certificateFiles.ts'

let dataDir = ''
let authority: CertificateAuthority
beforeAll(async () => {
  dataDir = await mkdtemp(join(scratchDir, 'coffer-cache-'))
  authority = await openCertificateAuthority()
})
afterAll(async () => {
  await rm(dataDir, { recursive: true })
  await authority.remove()
})

const issue = async (name: string) => readCertificateFiles(await authority.issue([name]))

test('a certificate is stored in the format of PocketBase 0.22, and read back, in files that only their user can read', async () => {
  const cache = new CertificateCache(dataDir)
  const pair = await issue('a.example')
  await cache.write('a.example', pair)
  expect((await cache.read('a.example'))?.names).toEqual(['a.example'])
  const path = join(dataDir, '.autocert_cache/a.example')
  expect(await readFile(path, 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----[\s\S]*-----BEGIN CERTIFICATE-----/)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(join(dataDir, '.autocert_cache'))).mode & 0o777).toBe(0o700)
})

test('a damaged certificate and a damaged status count as missing', async () => {
  const cache = new CertificateCache(dataDir)
  await cache.write('b.example', await issue('b.example'))
  const path = join(dataDir, '.autocert_cache/b.example')
  await writeFile(path, (await readFile(path, 'utf8')).slice(0, 400))
  expect(await cache.read('b.example')).toBeUndefined()
  for (const text of ['{"a.example":', 'null']) {
    await writeFile(join(dataDir, '.autocert_cache/failures.json'), text)
    expect(await cache.readStatus(), text).toEqual({})
  }
})

test('the key of the account is created once', async () => {
  const cache = new CertificateCache(dataDir)
  expect(await cache.accountKey(async () => 'first')).toBe('first')
  expect(await new CertificateCache(dataDir).accountKey(async () => 'second')).toBe('first')
})
