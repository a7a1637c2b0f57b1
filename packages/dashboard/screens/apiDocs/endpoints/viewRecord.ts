import type { EndpointDocs } from '../EndpointDocs.ts'
import { accessByRule } from '../parts/access.ts'
import { adminsOnly, failure } from '../parts/failure.ts'
import { pathTable, recordsPath } from '../parts/paths.ts'
import { recordQuery } from '../parts/queryParameters.ts'
import { relationsOf } from '../parts/relations.ts'
import { dartArguments, javaScriptOptions, namedRecord, requestOptions, writeRuleSamples } from '../samples/ruleSamples.ts'
import { quoteDart, quoteJavaScript } from '../samples/writeValue.ts'

const maxExpanded = 2

export const viewRecord: EndpointDocs = {
  id: 'view',
  label: 'View',
  isFor: () => true,
  describe: subject => {
    const { collection, record } = subject
    const { name, viewRule } = collection
    const access = accessByRule(viewRule, { ...subject, action: 'view' })
    const { id, url, javascript, dart, remarks } = namedRecord(subject, access.needs)
    const { query, headers } = requestOptions(access.needs)
    const expand = relationsOf(subject)
      .slice(0, maxExpanded)
      .map(({ path }) => path)
      .join(',')
    const options = { ...(expand && { expand }), ...(query && { query }), ...(headers && { headers }) }
    return {
      summary: `Returns a record of \`${name}\`.`,
      access,
      method: 'GET',
      path: `${recordsPath(collection)}/:id`,
      samples: writeRuleSamples({
        subject,
        needs: access.needs,
        remarks,
        sent: [id],
        javascript: `const record = await pb.collection(${quoteJavaScript(name)}).getOne(${javascript}${javaScriptOptions(options)})`,
        dart: `final record = await pb.collection(${quoteDart(name)}).getOne(\n  ${dart},\n${dartArguments(options)});`,
        curl: { method: 'GET', url, query: { ...(expand && { expand }), ...query }, ...(headers && { headers }) },
      }),
      tables: [pathTable(), recordQuery(subject)],
      responses: [
        { status: 200, when: 'The record.', body: record },
        ...(viewRule === null ? [adminsOnly] : []),
        failure(404, 'The record does not exist, or the rule does not allow viewing it.'),
      ],
    }
  },
}
