import type { EndpointDocs } from '../EndpointDocs.ts'
import { accessByRule } from '../parts/access.ts'
import { adminsOnly, failure } from '../parts/failure.ts'
import { pathTable, recordsPath } from '../parts/paths.ts'
import { recordQuery } from '../parts/queryParameters.ts'
import { relationsOf } from '../parts/relations.ts'
import { writeSamples } from '../samples/writeSamples.ts'
import { quoteDart, quoteJavaScript } from '../samples/writeValue.ts'

const mostExpanded = 2

export const viewRecord: EndpointDocs = {
  id: 'view',
  label: 'View',
  isFor: () => true,
  describe: subject => {
    const { collection, collections, origin, record } = subject
    const { name, viewRule } = collection
    const access = accessByRule(viewRule, collection, collections)
    const expand = relationsOf(subject)
      .slice(0, mostExpanded)
      .map(({ path }) => path)
      .join(',')
    const js = quoteJavaScript
    return {
      summary: `Answers one record of \`${name}\`.`,
      access,
      method: 'GET',
      path: `${recordsPath(collection)}/:id`,
      samples: writeSamples({
        origin,
        signIn: access.signIn,
        javascript: `const record = await pb.collection(${js(name)}).getOne(${js(record.id)}${expand && `, { expand: ${js(expand)} }`})`,
        dart: `final record = await pb.collection(${quoteDart(name)}).getOne(\n  ${quoteDart(record.id)},\n${expand && `  expand: ${quoteDart(expand)},\n`});`,
        curl: {
          method: 'GET',
          url: `${origin}${recordsPath(collection)}/${encodeURIComponent(record.id)}`,
          ...(expand && { query: { expand } }),
        },
      }),
      tables: [pathTable(), recordQuery(subject)],
      answers: [
        { status: 200, when: 'The record.', body: record },
        ...(viewRule === null ? [adminsOnly] : []),
        failure(404, 'There is no such record, or the rule does not let the requester see it.'),
      ],
    }
  },
}
