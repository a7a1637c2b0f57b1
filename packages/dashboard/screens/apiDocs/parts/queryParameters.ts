import { abilitiesOf } from '@coffer/fields/abilities'
import { shownDates } from '@coffer/schema'
import type { DocsSubject } from '../DocsSubject.ts'
import type { Parameter, ParameterTable } from '../EndpointDocs.ts'
import { backRelationsOf, type Relation, relationsOf } from './relations.ts'

// Maximum numbers of relations and fields that a sentence lists.
const maxRelations = 12
const maxNames = 50

/** Lists names in backticks, up to a maximum. */
function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).map(name => `\`${name}\``)
  return names.length > maxNames ? `${shown.join(', ')} and ${names.length - maxNames} more` : shown.join(', ')
}

const leadingTo = (relations: readonly Relation[]): string =>
  relations
    .slice(0, maxRelations)
    .map(({ path, target }) => `\`${path}\` (${target})`)
    .join(', ')

/** Returns the fields that a sort or a filter can use. */
const sortableNames = ({ collection }: DocsSubject): string[] => [
  'id',
  ...(collection.type === 'auth' ? ['username', 'email', 'emailVisibility', 'verified'] : []),
  ...collection.schema.map(({ name }) => name),
  ...shownDates(collection),
]

function expandParameter(subject: DocsSubject): Parameter {
  const own = relationsOf(subject)
  const back = backRelationsOf(subject)
  const none = own.length + back.length === 0 ? ' This collection has no relations.' : ''
  return {
    name: 'expand',
    type: 'String',
    text: [
      `Relations to expand, separated by commas. The response has the related records that the requester can view in \`expand\`.${none}`,
      own.length > 0 && `Relations: ${leadingTo(own)}.`,
      back.length > 0 && `Back relations: ${leadingTo(back)}.`,
      none === '' && 'Use dots for nested relations, up to six levels: `relation.nested`.',
    ]
      .filter(Boolean)
      .join(' '),
  }
}

/** @param prefix path to the record in the response, e.g. `record.` */
function fieldsParameter({ collection }: DocsSubject, prefix = ''): Parameter {
  const long = collection.schema.find(field => abilitiesOf(field).holdsHtml) ?? collection.schema[0]
  const name = long?.name ?? 'id'
  return {
    name: 'fields',
    type: 'String',
    text: `Fields to return, separated by commas. Default: all. Example: \`${prefix}id,${prefix}${name}\`. \`*\` selects all fields of a level. \`${prefix}${name}:excerpt(200,true)\` shortens the text to 200 bytes without markup and adds an ellipsis.`,
  }
}

/** Describes the query parameters of calls that return one record. */
export function recordQuery(subject: DocsSubject, prefix?: string): ParameterTable {
  return {
    title: 'Query parameters',
    parameters: [expandParameter(subject), fieldsParameter(subject, prefix)],
  }
}

/** Describes the query parameters of a list. */
export function listQuery(subject: DocsSubject): ParameterTable {
  const names = sortableNames(subject)
  const sort = shownDates(subject.collection).includes('created') ? '-created,id' : '-id'
  return {
    title: 'Query parameters',
    parameters: [
      { name: 'page', type: 'Number', text: 'Page number. Default: 1.' },
      { name: 'perPage', type: 'Number', text: 'Records per page. Default: 30, maximum: 500.' },
      {
        name: 'sort',
        type: 'String',
        text: `Fields to sort by, separated by commas; prefix with \`-\` for descending: \`${sort}\`. Fields: \`@random\`, ${namesOf(names)}.`,
      },
      {
        name: 'filter',
        type: 'String',
        text: `Condition that the records must meet: \`${names.at(1) ?? 'id'} != ""\`. It can also use fields of related records and back relations. Related records that the requester cannot list count as missing.`,
        help: 'filter',
      },
      expandParameter(subject),
      fieldsParameter(subject),
      {
        name: 'skipTotal',
        type: 'Boolean',
        text: 'With `1`, records are not counted, so large lists load faster; `totalItems` and `totalPages` are `-1`.',
      },
    ],
  }
}
