import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { samplesDir } from '../../../../test/harness/paths.ts'
import { sniffFile } from './sniff.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coffer-sniff-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function sniff(content: string | Uint8Array) {
  const path = join(folder, 'file')
  await writeFile(path, content)
  return sniffFile(path)
}

test.each([
  ['Odd Name (1) été.PNG', 'image/png', '.png'],
  ['backup.tar.gz', 'application/gzip', '.gz'],
  ['bundle.zip', 'application/zip', '.zip'],
  ['data.json', 'application/json', '.json'],
  ['dot.gif', 'image/gif', '.gif'],
  ['dot.webp', 'image/webp', '.webp'],
  ['empty.txt', 'text/plain', '.txt'],
  ['glass.png', 'image/png', '.png'],
  ['html-in-disguise.jpg', 'text/html; charset=utf-8', '.html'],
  ['logo.svg', 'image/svg+xml', '.svg'],
  ['noextension', 'text/plain; charset=utf-8', '.txt'],
  ['note.txt', 'text/plain; charset=utf-8', '.txt'],
  ['page.html', 'text/html; charset=utf-8', '.html'],
  ['paper.pdf', 'application/pdf', '.pdf'],
  ['photo.jpg', 'image/jpeg', '.jpg'],
  ['png-in-disguise.txt', 'image/png', '.png'],
  ['table.csv', 'text/csv', '.csv'],
  ['text-in-disguise.png', 'text/plain; charset=utf-8', '.txt'],
  ['umlaut.txt', 'text/plain; charset=utf-8', '.txt'],
])('sniffFile detects the sample %s as %s', async (name, contentType, extension) => {
  expect(await sniffFile(join(samplesDir, 'files', name))).toEqual({ contentType, extension })
})

test.each([
  ['plain text', 'text/plain; charset=utf-8'],
  ['solid ground, no model', 'text/plain; charset=utf-8'],
  ['body { color: red }', 'text/plain; charset=utf-8'],
  ['GIF89a broken', 'image/gif'],
  ['<?xml version="1.0"?><feed/>', 'text/xml; charset=utf-8'],
  ['<?xml version="1.0"?>\n<!-- made by hand -->\n<svg xmlns="x"/>', 'image/svg+xml'],
  ['\uFEFF  <svg>', 'image/svg+xml'],
  ['\n <!DOCTYPE html><p>', 'text/html; charset=utf-8'],
  ['<!-- comment --><p>x', 'text/html; charset=utf-8'],
  ['<script>alert(1)</script>', 'text/html; charset=utf-8'],
  ['<b >bold', 'text/html; charset=utf-8'],
  ['<bold>', 'text/plain; charset=utf-8'],
  ['{"a": [1, 2', 'text/plain; charset=utf-8'],
  ['[1, 2]', 'application/json'],
  ['"text"', 'text/plain; charset=utf-8'],
  ['{\\rtf1 text}', 'text/rtf'],
  ['<?php echo 1;', 'text/x-php'],
  ['#!/usr/bin/env python3\nprint(1)', 'text/x-python'],
  ['#!/usr/bin/env node\n', 'application/javascript'],
  ['a;b\n1;2\n', 'text/plain; charset=utf-8'],
  ['a\tb\n1\t2\n', 'text/tab-separated-values'],
  ['"a, b",c\n"line\nbreak",d\n', 'text/csv'],
  ['one, two\nthree', 'text/plain; charset=utf-8'],
  ['WEBVTT\n\n00:00.000 --> 00:01.000\nHi', 'text/vtt'],
  ['BEGIN:VCARD\nVERSION:3.0\nEND:VCARD', 'text/vcard'],
  ['BEGIN:VCALENDAR\nEND:VCALENDAR', 'text/calendar'],
  ['%PDF-1.4 all text', 'application/pdf'],
  ['BMW builds cars', 'text/plain; charset=utf-8'],
  ['.snd is a folder', 'text/plain; charset=utf-8'],
  ['ID3 holds the title of a song', 'text/plain; charset=utf-8'],
  ['OTTO is a name', 'text/plain; charset=utf-8'],
  ['<!--ftypmp42--><svg/>', 'image/svg+xml'],
  ['<!--ftypmp42\0--><p>', 'text/html; charset=utf-8'],
  ['<?php ftypmp42\0', 'text/x-php'],
])('sniffFile detects the text %j as %s', async (content, contentType) => {
  expect((await sniff(content)).contentType).toBe(contentType)
})

test.each<[string, Uint8Array, string, string]>([
  ['control characters', Uint8Array.of(0, 1, 2, 3), 'application/octet-stream', ''],
  ['Latin-1 text', Uint8Array.of(0x47, 0x72, 0xfc, 0xdf, 0x65), 'text/plain; charset=iso-8859-1', '.txt'],
  ['UTF-16 text', Uint8Array.of(0xff, 0xfe, 0x61, 0), 'text/plain; charset=utf-16le', '.txt'],
  ['a sound', Buffer.from('.snd\0\0\0\x18'), 'audio/basic', '.au'],
  ['a 7z archive', Uint8Array.of(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4), 'application/x-7z-compressed', '.7z'],
  ['a database', Buffer.from('SQLite format 3\0'), 'application/vnd.sqlite3', '.sqlite'],
  ['a broken gzip', Uint8Array.of(0x1f, 0x8b, 8), 'application/gzip', '.gz'],
  ['a tiff', Uint8Array.of(0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 0, 0), 'image/tiff', '.tiff'],
  ['an icon', Uint8Array.of(0, 0, 1, 0, 1, 0), 'image/x-icon', '.ico'],
  ['a broken png', Buffer.from('\x89PNG\r\n\x1a\nbroken', 'latin1'), 'image/png', '.png'],
  ['an mp3 without audio data', Buffer.from(`ID3\x03${'\0'.repeat(50)}`), 'audio/mpeg', '.mp3'],
  ['a broken asf video', Buffer.from('3026b2758e66cf11a6d900aa0062ce6c00', 'hex'), 'video/x-ms-asf', '.asf'],
  ['a heif', Buffer.from(`\0\0\0\x1cftypmif1${'\0'.repeat(50)}`), 'image/heif', '.heif'],
  ['wasm', Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0), 'application/wasm', '.wasm'],
])('sniffFile detects the type and extension of %s', async (_, content, contentType, extension) => {
  expect(await sniff(content)).toEqual({ contentType, extension })
})

test('the format of an office document is detected by the stream names in its directory', async () => {
  const document = Buffer.alloc(2048)
  document.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  document.writeUInt16LE(9, 30)
  document.writeUInt32LE(1, 48)
  document.write('Workbook\0', 1024 + 128, 'utf16le')
  expect((await sniff(document)).contentType).toBe('application/vnd.ms-excel')
})

test('the type of a long text is detected by its first 3072 bytes', async () => {
  expect((await sniff('a sentence. '.repeat(1000))).contentType).toBe('text/plain; charset=utf-8')
  expect((await sniff(`${'x'.repeat(3071)}é and more`)).contentType).toBe('text/plain; charset=utf-8')
  expect((await sniff(JSON.stringify(Array.from({ length: 900 }, (_, id) => ({ id, name: 'x\n' }))))).contentType).toBe(
    'application/json',
  )
  expect((await sniff(`{"a": 1 oops ${' '.repeat(4000)}`)).contentType).toBe('text/plain; charset=utf-8')
  expect((await sniff('id,name\n'.repeat(1000))).contentType).toBe('text/csv')
})

/** Signatures of binary formats that consist of printable characters, most of them from the detection library. */
const letterSignatures = [
  'ftyp',
  'mp42',
  'isom',
  'avif',
  'qt  ',
  'moov',
  'mdat',
  'RIFF',
  'WEBP',
  'WAVE',
  'AVI ',
  'OggS',
  'BM',
  'ID3',
  '.snd',
  'fLaC',
  'MThd',
  'OTTO',
  'ttcf',
  'wOFF',
  'wOF2',
  '8BPS',
  'ustar',
  'Rar!',
  'BZh',
  'FORM',
  'AIFF',
  '#!AMR\n',
  'MP+',
  'wvpk',
  'icns',
  'FWS',
  'LZIP',
  'MSCF',
  'SIMPLE  =',
  'Cr24',
  'MZ',
  'caff',
  'Creative Voice File',
  'DSD ',
  'PK',
  'SQLi',
  '!<arch>',
  'II*',
  'Extended Module:',
]
const mixed = (filler: fc.Arbitrary<string>) =>
  fc.array(fc.oneof(fc.constantFrom(...letterSignatures), filler), { maxLength: 80 }).map(parts => parts.join(''))

test('text is never detected as a binary format, even if it contains binary signatures', async () => {
  await fc.assert(
    fc.asyncProperty(mixed(fc.string({ unit: 'grapheme', maxLength: 6 })), async text => {
      const { contentType } = await sniff(text)
      expect(contentType).toMatch(/^text\/|^application\/(json|javascript|pdf|postscript)$|^image\/svg\+xml$/)
    }),
  )
})

test('a file that begins with markup or a script is detected as text, even if binary data follows', async () => {
  const beginning = fc.constantFrom(
    '<svg ',
    '<html>',
    '<!--',
    '<script>',
    ' <?xml ',
    '<?php ',
    '#!/bin/node\n',
    '<!doctype html ',
  )
  await fc.assert(
    fc.asyncProperty(beginning, mixed(fc.string({ unit: 'binary', maxLength: 6 })), async (start, rest) => {
      const { contentType } = await sniff(start + rest)
      expect(contentType).toMatch(/^text\/(html|xml|x-php|x-perl)|^application\/javascript$|^image\/svg\+xml$/)
    }),
  )
})
