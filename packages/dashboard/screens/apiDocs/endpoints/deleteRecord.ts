import type { EndpointDocs } from '../EndpointDocs.ts'
import { accessByRule } from '../parts/access.ts'
import { adminsOnly, failure } from '../parts/failure.ts'
import { pathTable, recordsPath } from '../parts/paths.ts'
import { dartArguments, javaScriptOptions, namedRecord, requestOptions, writeRuleSamples } from '../samples/ruleSamples.ts'
import { quoteDart, quoteJavaScript } from '../samples/writeValue.ts'

const inUse = 'Failed to delete record. Make sure that the record is not part of a required relation reference.'

export const deleteRecord: EndpointDocs = {
  id: 'delete',
  label: 'Delete',
  isFor: ({ type }) => type !== 'view',
  describe: subject => {
    const { collection } = subject
    const { name, deleteRule } = collection
    const access = accessByRule(deleteRule, { ...subject, action: 'delete' })
    const { id, url, javascript, dart, remarks } = namedRecord(subject, access.needs)
    const options = requestOptions(access.needs)
    const dartOptions = dartArguments(options)
    return {
      summary: `Deletes a record of \`${name}\` and its files.`,
      notes: [
        'Records that reference it are kept and the reference is cleared. Records with a cascading relation are deleted too once they reference nothing else.',
      ],
      access,
      method: 'DELETE',
      path: `${recordsPath(collection)}/:id`,
      samples: writeRuleSamples({
        subject,
        needs: access.needs,
        remarks,
        sent: [id],
        javascript: `await pb.collection(${quoteJavaScript(name)}).delete(${javascript}${javaScriptOptions(options)})`,
        dart: `await pb.collection(${quoteDart(name)}).delete(${dartOptions ? `\n  ${dart},\n${dartOptions}` : dart});`,
        curl: { method: 'DELETE', url, ...options },
      }),
      tables: [pathTable()],
      responses: [
        { status: 204, when: 'The record was deleted.' },
        failure(400, 'Another record references it in a required relation.', inUse),
        ...(deleteRule === null ? [adminsOnly] : []),
        failure(404, 'The record does not exist, or the rule does not allow deleting it.'),
      ],
    }
  },
}
