import { base, field, relation, type ServedCollections, serveCollections, view } from '../api/records/serveCollections.ts'

const closed = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null }
const many = { maxSelect: null }

/** Public cats, with relations to and from records that only some users can list, or only admins. */
const collections = [
  base('cats', [
    field('name', 'text'),
    relation('keeper', 'keepers'),
    relation('friends', 'keepers', many),
    relation('note', 'notes'),
    relation('stat', 'stats'),
  ]),
  base('keepers', [field('name', 'text'), relation('vault', 'vault')], closed),
  base('vault', [field('code', 'text'), relation('cat', 'cats'), relation('cats', 'cats', many)], closed),
  base('notes', [field('text', 'text'), relation('owner', '_pb_users_auth_'), relation('cat', 'cats')], {
    listRule: '@request.auth.id != "" && owner = @request.auth.id',
  }),
  base('labels', [field('word', 'text'), relation('cat', 'cats')], { listRule: 'cat.keeper.name = "Ann"' }),
  base('broken', [field('word', 'text'), relation('cat', 'cats')], { listRule: 'nothing = 1' }),
  // Public records, if a hidden record matches.
  base('found', [field('name', 'text'), relation('cats', 'cats', many)], { listRule: 'cats.vault_via_cat.code ?= cats.name' }),
  view('stats', [field('code', 'text')], 'SELECT id, code FROM vault', closed),
]

const data = `
  INSERT INTO keepers (id, name, vault) VALUES ('keeper_ann______', 'Ann', 'vault_tom______'), ('keeper_bo_______', 'Bo', '');
  INSERT INTO cats (id, name, keeper, friends, note, stat) VALUES
    ('cat_tom_________', 'Tom', 'keeper_ann______', '["keeper_ann______","keeper_bo_______"]', 'note_tom_________', 'vault_tom______'),
    ('cat_kit_________', 'Kit', 'keeper_bo_______', '["keeper_bo_______"]', 'note_kit_________', 'vault_kit______'),
    ('cat_zoe_________', 'Zoe', '', '[]', '', '');
  INSERT INTO vault (id, code, cat, cats) VALUES ('vault_tom______', 'S3CRET', 'cat_tom_________', '["cat_tom_________"]'),
    ('vault_kit______', 'Kit', 'cat_kit_________', '["cat_kit_________"]');
  INSERT INTO notes (id, text, owner, cat) VALUES ('note_tom_________', 'for alice', 'alice0000000001', 'cat_tom_________'),
    ('note_kit_________', 'for bob', 'bob000000000001', 'cat_kit_________');
  INSERT INTO labels (id, word, cat) VALUES ('label_tom________', 'tabby', 'cat_tom_________'), ('label_kit________', 'black' || REPLACE(HEX(ZEROBLOB(30000)), '0', 'x'), 'cat_kit_________');
  INSERT INTO broken (id, word, cat) VALUES ('broken_tom_______', 'torn', 'cat_tom_________');
  INSERT INTO found (id, name, cats) VALUES ('found___________', 'F', '["cat_tom_________","cat_kit_________","cat_zoe_________"]');`

/** Serves public cats, with relations to and from records that only some users or only admins can list. */
export function serveHiddenRecords(): Promise<ServedCollections> {
  return serveCollections(collections, { sql: [data] })
}
