import { ownerOf } from '../parts/access.ts'
import { accountEndpoint } from '../parts/accounts.ts'
import { failure, ownerErrors } from '../parts/failure.ts'
import { pathTable, recordsPath } from '../parts/paths.ts'
import { ownSamples } from '../samples/ownSamples.ts'

const path = 'external-auths'

export const listExternalAuths = accountEndpoint({
  id: path,
  label: 'List OAuth2 accounts',
  describe: subject => {
    const { collection, record } = subject
    return {
      summary: 'Lists the OAuth2 accounts that are linked to an auth record, oldest first.',
      access: ownerOf(collection),
      method: 'GET',
      path: `${recordsPath(collection)}/:id/${path}`,
      samples: ownSamples(subject, { method: 'listExternalAuths', arguments: [], result: 'links', verb: 'GET', path }),
      tables: [
        pathTable(),
        {
          title: 'Query parameters',
          parameters: [
            { name: 'fields', type: 'String', text: 'Fields of each link to return, separated by commas: `provider,created`.' },
          ],
        },
      ],
      responses: [
        {
          status: 200,
          when: 'The links; an empty list if there are none.',
          body: [
            {
              id: 'LINK_ID',
              created: '2022-01-01 10:00:00.123Z',
              updated: '2022-01-01 10:00:00.123Z',
              collectionId: collection.id,
              recordId: record.id,
              provider: 'google',
              providerId: '1234567890',
            },
          ],
        },
        ...ownerErrors,
        failure(404, 'The auth record does not exist.'),
      ],
    }
  },
})
