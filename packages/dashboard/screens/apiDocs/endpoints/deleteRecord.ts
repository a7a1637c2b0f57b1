import type { EndpointDocs } from '../EndpointDocs.ts'
import { accessByRule } from '../parts/access.ts'
import { adminsOnly, failure } from '../parts/failure.ts'
import { pathTable, recordsPath } from '../parts/paths.ts'
import { writeSamples } from '../samples/writeSamples.ts'
import { quoteDart, quoteJavaScript } from '../samples/writeValue.ts'

const inUse = 'Failed to delete record. Make sure that the record is not part of a required relation reference.'

export const deleteRecord: EndpointDocs = {
  id: 'delete',
  label: 'Delete',
  isFor: ({ type }) => type !== 'view',
  describe: ({ collection, collections, origin, record }) => {
    const { name, deleteRule } = collection
    const access = accessByRule(deleteRule, collection, collections)
    const [js, dart] = [quoteJavaScript, quoteDart].map(
      quote => `await pb.collection(${quote(name)}).delete(${quote(record.id)})`,
    )
    return {
      summary: `Deletes a record of \`${name}\` with its files.`,
      notes: ['Relations that name it lose its id; records whose relation cascades, and is left empty, are deleted with it.'],
      access,
      method: 'DELETE',
      path: `${recordsPath(collection)}/:id`,
      samples: writeSamples({
        origin,
        signIn: access.signIn,
        javascript: js ?? '',
        dart: `${dart};`,
        curl: { method: 'DELETE', url: `${origin}${recordsPath(collection)}/${encodeURIComponent(record.id)}` },
      }),
      tables: [pathTable()],
      answers: [
        { status: 204, when: 'The record is gone.' },
        failure(400, 'Another record needs it in a required relation.', inUse),
        ...(deleteRule === null ? [adminsOnly] : []),
        failure(404, 'There is no such record, or the rule does not let the requester delete it.'),
      ],
    }
  },
}
