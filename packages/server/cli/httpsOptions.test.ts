import { expect, test } from 'vitest'
import { addDomain, defaultAcmeDirectory, httpsOptions, parseAcmeDirectory } from './httpsOptions.ts'

const acmeDirectory = defaultAcmeDirectory
const source = { kind: 'acme', directoryUrl: acmeDirectory }

test('a domain in the address of HTTPS is the domain of the certificate, unless domains are named', () => {
  expect(httpsOptions({ domains: [], https: 'example.com:443', acmeDirectory })).toEqual({ domains: ['example.com'], source })
  const named = httpsOptions({ domains: ['a.example'], https: 'example.com:443', acmeDirectory })
  expect(named).toEqual({ domains: ['a.example'], source })
})

test('a node with a domain needs the files of a certificate', () => {
  const node = { node: 'one', acmeDirectory, https: '0.0.0.0:443' }
  const order = 'A node cannot order certificates'
  expect(() => httpsOptions({ ...node, domains: ['a.example'] })).toThrow(order)
  expect(() => httpsOptions({ ...node, domains: [], https: 'a.example:443' })).toThrow(order)
  const files = httpsOptions({ ...node, domains: ['a.example'], certificate: '/tls/chain.pem', key: '/tls/key.pem' })
  expect(files).toMatchObject({ domains: ['a.example'], source: { kind: 'files' } })
})

test('a node with an address of HTTPS and no certificate is not told to name a domain, which it cannot have without one', () => {
  const address = { domains: [], acmeDirectory, https: '0.0.0.0:443' }
  const remedy = 'HTTPS needs a certificate. Let the load balancer serve HTTPS and leave out --https, or pass the files'
  expect(() => httpsOptions({ ...address, node: 'one' })).toThrow(remedy)
  expect(() => httpsOptions(address)).toThrow('Name your domain, as in "coffer serve example.com"')
})

test('a domain that is named twice counts once', () => {
  expect(addDomain('B.example', addDomain('b.example', addDomain('a.example')))).toEqual(['a.example', 'b.example'])
})

test.each(['http://authority.example/directory', 'authority.example', ''])(
  'the directory of an authority cannot be "%s"',
  text => {
    expect(() => parseAcmeDirectory(text)).toThrow('beginning with https://')
  },
)
