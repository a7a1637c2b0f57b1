import { fieldType } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import type { DocsSubject, EndpointDocs } from '../EndpointDocs.ts'
import { accessByRule } from '../parts/access.ts'
import { datesOf } from '../parts/exampleRecord.ts'
import { adminsOnly, failure } from '../parts/failure.ts'
import { recordsPath } from '../parts/paths.ts'
import { listQuery } from '../parts/queryParameters.ts'
import { relationsOf } from '../parts/relations.ts'
import { writeSamples } from '../samples/writeSamples.ts'
import { Code, quoteDart, quoteJavaScript, writeJavaScript } from '../samples/writeValue.ts'

const mostExpanded = 2

/** The field that the samples search in: a text where there is one. */
const searchedField = ({ collection }: DocsSubject): string =>
  collection.schema.find(field => {
    const { holdsJson, holdsFiles, holdsHtml } = abilitiesOf(field)
    const type = fieldType(field)
    return !holdsJson && !holdsFiles && !holdsHtml && typeof type.empty(field.options) === 'string'
  })?.name ?? 'id'

const samplesFor = (subject: DocsSubject, signIn: ReturnType<typeof accessByRule>['signIn']) => {
  const { collection, origin } = subject
  const hasDates = datesOf(collection).includes('created')
  const sort = hasDates ? '-created' : '-id'
  const found = `${searchedField(subject)} != ""`
  const filter = hasDates ? 'created >= "2022-01-01 00:00:00"' : found
  const expand = relationsOf(subject)
    .slice(0, mostExpanded)
    .map(({ path }) => path)
    .join(',')
  const filterCode = hasDates ? new Code("pb.filter('created >= {:since}', { since: new Date('2022-01-01') })") : filter
  const options = writeJavaScript({ filter: filterCode, sort, ...(expand && { expand }) })
  const dartOptions = ['page: 1', 'perPage: 50', `filter: ${quoteDart(filter)}`, `sort: ${quoteDart(sort)}`].concat(
    expand ? [`expand: ${quoteDart(expand)}`] : [],
  )
  const [js, dart] = [quoteJavaScript, quoteDart].map(quote => `await pb.collection(${quote(collection.name)})`)
  return writeSamples({
    origin,
    signIn,
    javascript: [
      `// One page of the list.\nconst page = ${js}.getList(1, 50, ${options})`,
      `// All records at once.\nconst records = ${js}.getFullList({ sort: ${quoteJavaScript(sort)} })`,
      `// The first record that matches.\nconst record = ${js}.getFirstListItem(${quoteJavaScript(found)})`,
    ].join('\n\n'),
    dart: [
      `// One page of the list.\nfinal page = ${dart}.getList(\n${dartOptions.map(option => `  ${option},\n`).join('')});`,
      `// All records at once.\nfinal records = ${dart}.getFullList(sort: ${quoteDart(sort)});`,
      `// The first record that matches.\nfinal record = ${dart}.getFirstListItem(${quoteDart(found)});`,
    ].join('\n\n'),
    curl: {
      method: 'GET',
      url: `${origin}${recordsPath(collection)}`,
      query: { perPage: '50', filter, sort, ...(expand && { expand }) },
    },
  })
}

export const listRecords: EndpointDocs = {
  id: 'list',
  label: 'List/Search',
  isFor: () => true,
  describe: subject => {
    const { collection, collections, record } = subject
    const { listRule } = collection
    const access = accessByRule(listRule, collection, collections)
    const isFiltered = listRule !== null && listRule !== ''
    return {
      summary: `Lists the records of \`${collection.name}\` page by page, filtered and sorted.`,
      access: isFiltered
        ? { ...access, note: 'Everyone gets a list, of those records alone for which this holds. Admins get all.' }
        : access,
      method: 'GET',
      path: recordsPath(collection),
      samples: samplesFor(subject, access.signIn),
      tables: [listQuery(subject)],
      answers: [
        {
          status: 200,
          when: 'A page of the list.',
          body: { page: 1, perPage: 30, totalItems: 1, totalPages: 1, items: [record] },
        },
        failure(400, 'The filter, the sort or another parameter cannot be read.'),
        listRule === null
          ? adminsOnly
          : failure(
              403,
              'A filter of somebody who is no admin names `@collection.` or `@request.`.',
              'Only admins can filter by @collection.',
            ),
      ],
    }
  },
}
