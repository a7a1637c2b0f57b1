import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../packages/server/db/sqlite/openDatabase.ts'
import { randomFrom } from '../fixture/randomFrom.ts'

const megabyte = 1024 * 1024
/** Number of characters in the text of each row. */
const rowLength = 8 * 1024
const fileSize = 4 * megabyte

/** Incompressible bytes, the same in every run. */
function noise(size: number): Buffer {
  const random = randomFrom(size)
  return Buffer.from(Uint8Array.from({ length: size }, () => random(256)))
}

function fillDatabase(dataDir: string, megabytes: number, material: Buffer): void {
  const database = openDatabase(join(dataDir, 'data.db'), { readOnly: false })
  const insert = database.prepare('INSERT INTO scratch (id, t) VALUES (?, ?)')
  database.exec('BEGIN')
  for (let row = 0; row < (megabytes * megabyte) / rowLength; row += 1) {
    const start = (row * 997) % (material.length - rowLength)
    insert.run(`filler${String(row).padStart(9, '0')}`, material.toString('hex', start, start + rowLength / 2))
  }
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

function fillStorage(dataDir: string, megabytes: number, material: Buffer): void {
  const text = Buffer.from(material.toString('base64'))
  for (let file = 0; file < (megabytes * megabyte) / fileSize; file += 1) {
    const folder = join(dataDir, 'storage/bench', `filler${String(file).padStart(9, '0')}`)
    mkdirSync(folder, { recursive: true })
    // Images, which are stored uncompressed, and texts, which are compressed.
    if (file % 2 === 0) writeFileSync(join(folder, 'picture.jpg'), material)
    else writeFileSync(join(folder, 'text.txt'), text.subarray(0, fileSize))
  }
}

/** Enlarges a data directory, half with rows of `scratch`, half with files. */
export function fillDirectory(dataDir: string, megabytes: number): void {
  const material = noise(fileSize)
  fillDatabase(dataDir, megabytes / 2, material)
  fillStorage(dataDir, megabytes / 2, material)
}
