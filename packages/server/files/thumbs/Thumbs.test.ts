import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Metadata } from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { localStorage } from '../storage/local/localStorage.ts'
import type { Storage } from '../storage/Storage.ts'
import { Thumbs } from './Thumbs.ts'
import { thumbMemory } from './thumbMemory.ts'

let dataDir = ''
let thumbs: Thumbs
let warnings: string[] = []
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'coffer-thumbs-'))
})
beforeEach(() => {
  warnings = []
  thumbs = new Thumbs(localStorage(dataDir), message => warnings.push(message))
})
afterAll(() => rm(dataDir, { recursive: true }))

/** Stores an image and returns its thumb, or the name of the image if the image itself is served. */
async function thumbOf(name: string, contentType: string, content: Uint8Array, size: string) {
  const storage = localStorage(dataDir)
  const key = `c/r/${name}`
  await storage.putBytes(key, content, { contentType })
  const file = await storage.find(key)
  if (!file) throw new Error('not stored')
  const served = await thumbs.serve({ key, name, file }, size)
  return served.key === key ? name : Buffer.from(await storage.read(served.key))
}

const plain = (width: number, height: number, background = 'red') => sharp({ create: { width, height, channels: 3, background } })

/** Returns a PNG with a header for the given size and almost no pixels. */
function claimedPng(width: number, height: number, isInterlaced: boolean): Buffer {
  const chunk = (type: string, content: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), content])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(content.length)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 16, 6, 0, 0, Number(isInterlaced)])
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('thumbs of different image formats', () => {
  test.each<[string, string, () => Promise<Buffer>, string]>([
    ['cmyk.jpg', 'image/jpeg', () => plain(60, 40).toColourspace('cmyk').jpeg().toBuffer(), 'jpeg 50x50 srgb'],
    ['grey.jpg', 'image/jpeg', () => plain(60, 40).greyscale().jpeg().toBuffer(), 'jpeg 50x50 srgb'],
    ['sixteen.png', 'image/png', () => plain(60, 40).toColourspace('rgb16').png().toBuffer(), 'png 50x50 srgb'],
    ['interlaced.png', 'image/png', () => plain(60, 40).png({ progressive: true }).toBuffer(), 'png 50x50 srgb'],
    ['progressive.jpg', 'image/jpeg', () => plain(60, 40).jpeg({ progressive: true }).toBuffer(), 'jpeg 50x50 srgb'],
    ['photo.tif', 'image/jpeg', () => plain(60, 40).jpeg().toBuffer(), 'tiff 50x50 srgb'],
    ['photo', 'image/jpeg', () => plain(60, 40).jpeg().toBuffer(), 'png 50x50 srgb'],
    ['line.png', 'image/png', () => plain(20_000, 1).png().toBuffer(), 'png 50x50 srgb'],
  ])('creates a thumb of %s with the type %s', async (name, contentType, make, expected) => {
    const thumb = await thumbOf(name, contentType, await make(), '50x50')
    const { format, width, height, space } = await sharp(thumb).metadata()
    expect([`${format} ${width}x${height} ${space}`, warnings]).toEqual([expected, []])
  })

  test('the thumb of an animated image is its first frame', async () => {
    const frames = await Promise.all(['red', 'blue'].map(background => plain(30, 20, background).png().toBuffer()))
    const animated = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(animated).metadata()).pages).toBe(2)
    const thumb = await thumbOf('animated.gif', 'image/gif', animated, '10x10')
    expect((await sharp(thumb).metadata()).pages ?? 1).toBe(1)
    expect([...(await sharp(thumb).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 0, 0])
  })

  test('the thumb of an image named .bmp is a bitmap', async () => {
    const top = await plain(3, 1, 'blue').png().toBuffer()
    const picture = await plain(3, 2)
      .composite([{ input: top, top: 0, left: 0 }])
      .png()
      .toBuffer()
    const thumb = await thumbOf('drawing.bmp', 'image/png', picture, '3x2')
    if (typeof thumb === 'string') throw new Error('no thumb')
    expect(thumb.toString('latin1', 0, 2)).toBe('BM')
    expect([thumb.readUInt32LE(2), thumb.readInt32LE(18), thumb.readInt32LE(22)]).toEqual([thumb.length, 3, 2])
    // Rows from bottom to top, pixels in the order blue, green, red, each row padded to four bytes.
    const [red, blue, padding] = ['0000ff', 'ff0000', '000000']
    expect(thumb.subarray(54).toString('hex')).toBe(red.repeat(3) + padding + blue.repeat(3) + padding)
  })
})

test('a thumb is removed if its file is removed while the thumb is created', async () => {
  const storage = localStorage(dataDir)
  const key = 'c/gone/gone.png'
  await storage.putBytes(key, await plain(60, 40).png().toBuffer(), { contentType: 'image/png' })
  const removing: Storage = {
    ...storage,
    putBytes: async (...stored) => {
      await storage.removeRecords('c', [{ id: 'gone', files: ['gone.png'] }])
      await storage.putBytes(...stored)
    },
  }
  const file = await storage.find(key)
  if (!file) throw new Error('not stored')
  const served = await new Thumbs(removing, () => undefined).serve({ key, name: 'gone.png', file }, '50x50')
  expect(served.key).toBe(key)
  await expect(access(join(dataDir, 'storage/c/gone'))).rejects.toThrow()
})

describe('images that take much memory', () => {
  test.each<[string, Buffer, string]>([
    ['deep.png', claimedPng(12_000, 12_000, true), '50x50'],
    ['huge.png', claimedPng(60_000, 60_000, false), '50x50'],
    ['endless.png', claimedPng(1_000_000, 1, false), '0x50'],
  ])('serves %s itself, creates no thumb and warns once', async (name, content, size) => {
    for (let round = 0; round < 3; round += 1) expect(await thumbOf(name, 'image/png', content, size)).toBe(name)
    expect(warnings).toEqual([expect.stringContaining(name)])
    await expect(access(join(dataDir, `storage/c/r/thumbs_${name}`))).rejects.toThrow()
  })

  test('repeated requests for a thumb of a broken image warn once', async () => {
    const broken = (await plain(200, 200).jpeg().toBuffer()).subarray(0, 400)
    for (let round = 0; round < 3; round += 1)
      expect(await thumbOf('broken.jpg', 'image/jpeg', broken, '50x50')).toBe('broken.jpg')
    expect(warnings).toHaveLength(1)
  })

  const head = (picture: Partial<Metadata>): Metadata => {
    const { width = 0, height = 0 } = picture
    return { format: 'jpeg', channels: 3, depth: 'uchar', autoOrient: { width, height, orientation: 1 }, ...picture } as Metadata
  }
  const megabytes = (picture: Partial<Metadata>, width = 100, height = 100) =>
    Math.round(thumbMemory(head(picture), { width, height }) / 1024 ** 2)

  test.each<[string, number, number, number]>([
    ['a large photo', megabytes({ width: 6000, height: 4000 }), 0, 32],
    ['the largest photo', megabytes({ width: 16_000, height: 12_000 }), 0, 128],
    ['a progressive photo', megabytes({ width: 6000, height: 4000, isProgressive: true }), 70, 256],
    ['a progressive photo that is too large', megabytes({ width: 16_000, height: 16_000, isProgressive: true }), 740, 4000],
    [
      'an interlaced PNG that is too large',
      megabytes({ format: 'png', width: 12_000, height: 12_000, isProgressive: true }),
      400,
      4000,
    ],
    ['a GIF', megabytes({ format: 'gif', channels: 4, width: 3000, height: 3000 }), 57, 256],
    ['a rotated PNG', megabytes({ format: 'png', width: 10_000, height: 10_000, orientation: 6 }), 286, 4000],
    [
      'a one-pixel line scaled to 50 pixels',
      megabytes({ format: 'png', channels: 1, width: 60_000, height: 1 }, 0, 50),
      1700,
      4000,
    ],
    ['a one-pixel line', megabytes({ format: 'png', channels: 1, width: 60_000, height: 1 }), 0, 16],
  ])('the estimated memory for a thumb of %s, %i MB, is between %i and %i MB', (_, estimate, min, max) => {
    expect(estimate).toBeGreaterThanOrEqual(min)
    expect(estimate).toBeLessThanOrEqual(max)
  })
})
