import { fieldType } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import { shownDates } from '@coffer/schema'
import type { DocsSubject } from '../DocsSubject.ts'
import type { EndpointDocs } from '../EndpointDocs.ts'
import { accessByRule } from '../parts/access.ts'
import { adminsOnly, failure } from '../parts/failure.ts'
import { recordsPath } from '../parts/paths.ts'
import { listQuery } from '../parts/queryParameters.ts'
import { relationsOf } from '../parts/relations.ts'
import type { RuleNeeds } from '../rules/RuleNeeds.ts'
import { dartArguments, javaScriptOptions, requestOptions, writeRuleSamples } from '../samples/ruleSamples.ts'
import { Code, quoteDart, quoteJavaScript } from '../samples/writeValue.ts'

const maxExpanded = 2

/** Returns the field that the samples search in: a required text field; `id` if there is none. */
const searchedField = ({ collection }: DocsSubject): string =>
  collection.schema.find(field => {
    const { holdsJson, holdsFiles, holdsHtml } = abilitiesOf(field)
    const type = fieldType(field)
    return field.required && !holdsJson && !holdsFiles && !holdsHtml && typeof type.empty(field.options) === 'string'
  })?.name ?? 'id'

function samplesFor(subject: DocsSubject, needs: RuleNeeds) {
  const { collection, origin } = subject
  const hasDates = shownDates(collection).includes('created')
  const sort = hasDates ? '-created' : '-id'
  const found = `${searchedField(subject)} != ""`
  const filter = hasDates ? 'created >= "2022-01-01 00:00:00"' : found
  const expand = relationsOf(subject)
    .slice(0, maxExpanded)
    .map(({ path }) => path)
    .join(',')
  const filterCode = hasDates ? new Code("pb.filter('created >= {:since}', { since: new Date('2022-01-01') })") : filter
  const required = requestOptions(needs)
  const options = { sort, ...(expand && { expand }), ...required }
  const dartOptions = dartArguments({ page: 1, perPage: 50, filter, ...options })
  const dartRequired = dartArguments(required)
  const [dartSort, dartFound] = [`sort: ${quoteDart(sort)}`, quoteDart(found)].map(argument =>
    dartRequired ? `\n  ${argument},\n${dartRequired}` : argument,
  )
  const [js, dart] = [quoteJavaScript, quoteDart].map(quote => `await pb.collection(${quote(collection.name)})`)
  return writeRuleSamples({
    subject,
    needs,
    javascript: [
      `// One page of the list.\nconst page = ${js}.getList(1, 50${javaScriptOptions({ filter: filterCode, ...options })})`,
      `// All records at once.\nconst records = ${js}.getFullList(${javaScriptOptions({ sort, ...required }).slice(2)})`,
      `// The first record that matches.\nconst record = ${js}.getFirstListItem(${quoteJavaScript(found)}${javaScriptOptions(required)})`,
    ].join('\n\n'),
    dart: [
      `// One page of the list.\nfinal page = ${dart}.getList(\n${dartOptions});`,
      `// All records at once.\nfinal records = ${dart}.getFullList(${dartSort});`,
      `// The first record that matches.\nfinal record = ${dart}.getFirstListItem(${dartFound});`,
    ].join('\n\n'),
    curl: {
      method: 'GET',
      url: `${origin}${recordsPath(collection)}`,
      query: { perPage: '50', filter, sort, ...(expand && { expand }), ...required.query },
      ...(required.headers && { headers: required.headers }),
    },
  })
}

export const listRecords: EndpointDocs = {
  id: 'list',
  label: 'List/Search',
  isFor: () => true,
  describe: subject => {
    const { collection, record } = subject
    const { listRule } = collection
    const access = accessByRule(listRule, { ...subject, action: 'list' })
    const isFiltered = listRule !== null && listRule !== ''
    return {
      summary: `Lists the records of \`${collection.name}\` as pages, filtered and sorted.`,
      access: isFiltered
        ? { ...access, note: 'The list contains only records that satisfy the rule. Admins get all records.' }
        : access,
      method: 'GET',
      path: recordsPath(collection),
      samples: samplesFor(subject, access.needs),
      tables: [listQuery(subject)],
      responses: [
        {
          status: 200,
          when: 'A page of the list.',
          body: { page: 1, perPage: 30, totalItems: 1, totalPages: 1, items: [record] },
        },
        failure(400, 'The filter, the sort or another parameter is invalid.'),
        listRule === null
          ? adminsOnly
          : failure(
              403,
              'The filter uses `@collection.` or `@request.`, which only admins can do.',
              'Only admins can filter by @collection.',
            ),
      ],
    }
  },
}
