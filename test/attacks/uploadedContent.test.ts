import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { base, field, type ServedCollections, serveCollections } from '../api/records/serveCollections.ts'
import { askApi } from '../harness/askApi.ts'
import { samplesDir } from '../harness/paths.ts'

let server: ServedCollections
beforeAll(async () => {
  server = await serveCollections([
    base('uploads', [field('file', 'file'), field('video', 'file', { mimeTypes: ['video/mp4'] })]),
  ])
})
afterAll(() => server.close())

function upload(fieldName: string, name: string, content: string | Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  form.set(fieldName, new File([content], name))
  return server.ask('POST', 'uploads/records', { body: form })
}

/** Uploads a file as a guest and returns the headers of its response. */
async function headersOf(name: string, content: string | Uint8Array<ArrayBuffer>): Promise<Headers> {
  const { json, text, status } = await upload('file', name, content)
  expect(status, text).toBe(200)
  const served = await askApi(server.port, 'GET', `/api/files/uploads/${json.id}/${json.file}`)
  expect(served.status).toBe(200)
  return served.headers
}

const readSample = (name: string) => new Uint8Array(readFileSync(join(samplesDir, 'files', name)))

describe('uploaded scripts', () => {
  test.each([
    ['tool.js', '#!/usr/bin/env node\nalert(document.domain)'],
    ['tool', '#!node\nalert(document.domain)'],
    ['module.mjs', '#! nodejs --experimental\nimport "/evil"'],
    ['worker.txt', '\uFEFF#!/bin/node\nonfetch = alert'],
    ['script.js', 'alert(document.domain)'],
  ])('the script %s is served as plain text that no browser executes', async (name, content) => {
    const headers = await headersOf(name, content)
    expect(headers.get('content-type')).toMatch(/^text\/plain(;|$)/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    expect(headers.get('content-disposition')).toMatch(/^attachment;/)
  })

  test('WebAssembly is served without a type, so neither a script element nor an import executes it', async () => {
    const headers = await headersOf('code.wasm', Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0))
    expect(headers.get('content-type')).toBe('application/octet-stream')
  })
})

describe('files that pretend to be of another type', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'

  test.each([
    ['a comment with the signature of MP4', `<!--ftypmp42-->${svg}`],
    ['a comment with the signature of QuickTime', `<!--ftypqt  -->${svg}`],
    ['the signature of AVIF and a control character', `<!--ftypavif\0-->${svg}`],
    ['an XML declaration with the signature of MP4', `<?xftypmp42?>${svg}`],
  ])('an SVG that starts with %s is downloaded instead of shown', async (_, content) => {
    const headers = await headersOf('image.svg', content)
    expect(headers.get('content-type')).toBe('image/svg+xml')
    expect(headers.get('content-disposition')).toMatch(/^attachment;/)
    expect((await headersOf('image.mp4', content)).get('content-type')).toMatch(/^(text\/(html|plain)|image\/svg)/)
  })

  test('a video field rejects markup that contains the signature of a video', async () => {
    const { status, json } = await upload('video', 'film.mp4', `<!--ftypmp42--><script>alert(1)</script>`)
    expect(status).toBe(400)
    expect(json.data).toMatchObject({ video: { code: 'validation_invalid_mime_type' } })
  })

  test('an image whose name makes it an SVG is downloaded instead of shown', async () => {
    const headers = await headersOf('picture.svg', readSample('wide.png'))
    expect(headers.get('content-type')).toBe('image/svg+xml')
    expect(headers.get('content-disposition')).toMatch(/^attachment;/)
  })
})
