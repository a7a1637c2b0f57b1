import { abilitiesOf } from '@coffer/fields/abilities'
import type { DocsSubject } from '../DocsSubject.ts'
import type { Parameter, ParameterTable } from '../EndpointDocs.ts'
import { datesOf } from './exampleRecord.ts'
import { backRelationsOf, type Relation, relationsOf } from './relations.ts'

/** How many relations, and how many fields, a sentence names. */
const mostRelations = 12
const mostNamed = 50

/** Names between backticks, not more than fit into a sentence. */
const namesOf = (names: readonly string[]): string => {
  const shown = names.slice(0, mostNamed).map(name => `\`${name}\``)
  return names.length > mostNamed ? `${shown.join(', ')} and ${names.length - mostNamed} more` : shown.join(', ')
}

const leadingTo = (relations: readonly Relation[]): string =>
  relations
    .slice(0, mostRelations)
    .map(({ path, target }) => `\`${path}\` (${target})`)
    .join(', ')

/** All names that a sort or a filter may be made of. */
const sortableNames = ({ collection }: DocsSubject): string[] => [
  'id',
  ...(collection.type === 'auth' ? ['username', 'email', 'emailVisibility', 'verified'] : []),
  ...collection.schema.map(({ name }) => name),
  ...datesOf(collection),
]

const expandParameter = (subject: DocsSubject): Parameter => {
  const own = relationsOf(subject)
  const back = backRelationsOf(subject)
  const none = own.length + back.length === 0 ? ' This collection has no relations.' : ''
  return {
    name: 'expand',
    type: 'String',
    text: [
      `Relations to follow, separated by commas; the records they lead to stand in \`expand\`, as far as the requester may view them.${none}`,
      own.length > 0 && `Relations: ${leadingTo(own)}.`,
      back.length > 0 && `Back relations: ${leadingTo(back)}.`,
      none === '' && 'Points lead on, up to six levels: `relation.further`.',
    ]
      .filter(Boolean)
      .join(' '),
  }
}

/** @param prefix path to the record in the answer, e.g. `record.` */
const fieldsParameter = ({ collection }: DocsSubject, prefix = ''): Parameter => {
  const long = collection.schema.find(field => abilitiesOf(field).holdsHtml) ?? collection.schema[0]
  const name = long?.name ?? 'id'
  return {
    name: 'fields',
    type: 'String',
    text: `What to answer, separated by commas, instead of everything: \`${prefix}id,${prefix}${name}\`. \`*\` stands for all keys of its level. \`${prefix}${name}:excerpt(200,true)\` shortens a text to 200 bytes without markup, with an ellipsis.`,
  }
}

/** What the calls take that answer one record. */
export const recordQuery = (subject: DocsSubject, prefix?: string): ParameterTable => ({
  title: 'Query parameters',
  parameters: [expandParameter(subject), fieldsParameter(subject, prefix)],
})

/** What a list takes. */
export const listQuery = (subject: DocsSubject): ParameterTable => {
  const names = sortableNames(subject)
  const sort = datesOf(subject.collection).includes('created') ? '-created,id' : '-id'
  return {
    title: 'Query parameters',
    parameters: [
      { name: 'page', type: 'Number', text: 'Which page of the list, from 1 on, which is what it is when left out.' },
      { name: 'perPage', type: 'Number', text: 'Records in a page: 30 when left out, 500 at most.' },
      {
        name: 'sort',
        type: 'String',
        text: `Fields to sort by, separated by commas, a \`-\` before those that go down: \`${sort}\`. Fields: \`@random\`, ${namesOf(names)}.`,
      },
      {
        name: 'filter',
        type: 'String',
        text: `Which records to list: \`${names.at(1) ?? 'id'} != ""\`. Fields of related records and back relations may be named, too; records that the requester may not list count as missing.`,
        help: 'filter',
      },
      expandParameter(subject),
      fieldsParameter(subject),
      {
        name: 'skipTotal',
        type: 'Boolean',
        text: 'With `1` nothing is counted, which makes large lists quicker: `totalItems` and `totalPages` are then `-1`.',
      },
    ],
  }
}
