import { expect, test } from 'vitest'
import { AcmeError, explainFailure } from './explainFailure.ts'

const directoryUrl = 'https://acme.example/directory'

test.each([
  ['dns', 'rejected', 'found no address for a.example', 'Create an A or AAAA record for a.example'],
  ['connection', 'rejected', 'could not connect to a.example', 'Open the ports 80 and 443'],
  ['tls', 'rejected', 'could not connect to a.example over TLS', 'Open the ports 80 and 443'],
  ['unauthorized', 'rejected', 'A different server answered for a.example', 'have only addresses of this machine'],
  ['caa', 'rejected', 'A CAA record forbids', 'Change the CAA record'],
  ['rejectedIdentifier', 'rejected', 'issues no certificates for a.example', 'Check the spelling'],
  ['rateLimited', 'rateLimited', 'The rate limit of the authority is reached', 'Restarts do not shorten the wait'],
  ['serverInternal', 'unavailable', 'The authority rejected the order', 'a.example'],
  ['unheardOf', 'rejected', 'The authority rejected the order', 'a.example'],
  ['constructor', 'rejected', 'The authority rejected the order', 'a.example'],
])('the problem %s is explained with its message and what to do', (type, kind, what, advice) => {
  const explained = explainFailure(new AcmeError({ type, detail: 'its message' }), 'a.example', directoryUrl)
  expect(explained).toMatchObject({ kind, message: expect.stringContaining(what), advice: expect.stringContaining(advice) })
  expect(explained.message).toContain('Its message.')
})

test.each([
  ['ECONNREFUSED', 'Check that this machine can resolve acme.example and may connect to it.'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'NODE_EXTRA_CA_CERTS'],
  ['', 'check the address of the authority, https://acme.example/directory'],
])('an authority that fails with the error "%s" is named, with advice', (code, advice) => {
  const explained = explainFailure(Object.assign(new Error('failed'), { code }), 'a.example', directoryUrl)
  expect(explained).toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('acme.example cannot be used: Failed.'),
  })
  expect(explained.advice).toContain(advice)
})
