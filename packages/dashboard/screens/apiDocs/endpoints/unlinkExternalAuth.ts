import { ownerOf } from '../parts/access.ts'
import { accountEndpoint } from '../parts/accounts.ts'
import { failure, ownerErrors } from '../parts/failure.ts'
import { pathTable, recordsPath } from '../parts/paths.ts'
import { ownSamples } from '../samples/ownSamples.ts'
import { placeholders } from '../samples/writeSamples.ts'

export const unlinkExternalAuth = accountEndpoint({
  id: 'unlink-external-auth',
  label: 'Unlink OAuth2 account',
  describe: subject => {
    const { collection } = subject
    const { provider } = placeholders
    return {
      summary: 'Unlinks an OAuth2 provider from an auth record, even the last one.',
      access: ownerOf(collection),
      method: 'DELETE',
      path: `${recordsPath(collection)}/:id/external-auths/:provider`,
      samples: ownSamples(subject, {
        method: 'unlinkExternalAuth',
        arguments: [provider],
        verb: 'DELETE',
        path: `external-auths/${provider}`,
      }),
      tables: [
        pathTable({ name: 'provider', type: 'String', isRequired: true, text: `Name of the provider, e.g. \`${provider}\`.` }),
      ],
      responses: [
        { status: 204, when: 'The provider was unlinked.' },
        ...ownerErrors,
        failure(404, 'The provider is not linked to the record.', 'Missing external auth provider relation.'),
        failure(404, 'The auth record does not exist.'),
      ],
    }
  },
})
