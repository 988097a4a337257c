import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const inSource = (path: string) => join(import.meta.dirname, 'src', path);
const inDomain = (path: string) => join(import.meta.dirname, '../domain/src', path);

/** What the page runs before the console is here; alone, as it would wait for all that it is in one chunk with. */
const ahead = inSource('app/start/ahead.ts');

/** What follows the first screen at once, each a file of its own. */
const following = ['screens/home/EventChart.tsx', 'screens/home/FirstSteps.tsx'].map(inSource);

/** What everybody loads before the first screen stands: the entry, the first screen, and what the parts that follow it need. */
const first = [...['main.tsx', 'screens/home/Home.tsx'].map(inSource), ...following];

/** Of tables of all sorts, which screens change: it comes before theirs, wherever those are. */
const tableStyles = inSource('crud/list/RecordTable.module.css');

/** The declarations of kinds: each names others, and is a few hundred bytes. */
const kinds = [
  'access-group',
  'apartment',
  'card',
  'container-group',
  'container',
  'entrance',
  'manager',
  'org',
  'tower-block',
].map((kind) => inDomain(`kinds/${kind}.ts`));

/**
 * What many screens need beside the first, as the modules that these ask for, with all that those import. What several of the chunks would
 * hold is in the first of them: so each imports only from those before it. A screen that needs one part of a chunk loads all of it, which is
 * why what few need is not with what most do; `check-budgets.mjs` says how many bytes and files that comes to for each screen.
 */
const shared: Readonly<Record<string, readonly string[]>> = {
  // Nearly all of them: what waits, fails, is asked over a page.
  base: [
    'api/no-record.ts',
    'api/notify-failure.ts',
    'crud/effect/EffectPreview.tsx',
    'crud/flash.ts',
    'crud/form/FormFailure.tsx',
    'crud/form/problem-text.ts',
    'crud/known-page.ts',
    'crud/use-leave.ts',
    'crud/use-lost-page.tsx',
    'ui/values/actor.ts',
  ].map(inSource),
  // Apart, as its styles keep room for a scroll bar, of which screens without dialogs have no need.
  dialog: ['ui/page/Dialog.tsx'].map(inSource),
  task: ['crud/ConfirmDialog.tsx', 'crud/form/TaskDialog.tsx'].map(inSource),
  schemas: [inDomain('text.ts'), inSource('crud/picker/picked-record.ts')],
  // Records of kinds, and how one is chosen; the library that checks what is typed comes with schemas alone.
  kinds: [...kinds, ...['pickers/pickers.ts', 'ui/values/ZoneName.tsx'].map(inSource)],
  choice: ['crud/picker/RecordSelect.tsx', 'ui/NumberField.tsx'].map(inSource),
  // Lists, views, reports and their schedules, which have little else in common.
  waiting: ['crud/list/Pending.tsx', 'crud/saved-views/saved-view.graphql.ts'].map(inSource),
  // Lists, and the state of containers.
  rows: [
    'crud/bulk/SelectBox.tsx',
    'crud/bulk/select-keys.ts',
    'crud/list/SearchInput.tsx',
    'crud/list/row-keys.ts',
    'ui/page/PageButtons.tsx',
    'ui/page/filter-adder.ts',
    'ui/values/FillBar.tsx',
  ].map(inSource),
  // Lists and views of records.
  records: [
    'crud/list/use-growing-list.tsx',
    'crud/declared/values.tsx',
    'crud/history/MomentBanner.tsx',
    'crud/view/RecordLoader.tsx',
    'crud/view/RecordPage.module.css',
    'crud/view/recent.ts',
    'map/spot/spot.ts',
    'ui/badges/CardStatusBadge.tsx',
    'ui/page/Tabs.tsx',
  ].map(inSource),
  list: ['crud/declared/list.tsx', 'crud/list/ListScreen.tsx', 'crud/list/RelatedList.tsx'].map(inSource),
  view: ['crud/declared/record-view.tsx'].map(inSource),
  // Forms of any sort; then those that make and change a record; then those of declared kinds.
  form: ['crud/form/RecordForm.tsx', 'crud/form/submit.ts', 'crud/form/use-validated-form.ts'].map(inSource),
  change: ['crud/form/CreateScreen.tsx', 'crud/form/UpdateDrawer.tsx'].map(inSource),
  owner: ['pickers/OrgField.tsx'].map(inSource),
  'kind-form': ['crud/declared/record-forms.tsx'].map(inSource),
  days: ['screens/reports/question/period.ts'].map(inSource),
  report: [
    'api/mutations/generated/delete-saved-view.graphql.ts',
    'screens/reports/Report.module.css',
    'screens/reports/comparison/compared-days.ts',
    'screens/reports/comparison/counterpart.ts',
    'screens/reports/favourites/favourites.ts',
    'screens/reports/favourites/last-used.ts',
    'screens/reports/pivot/pivot.ts',
    'screens/reports/question/default-question.ts',
    'screens/reports/report.graphql.ts',
    'screens/reports/use-export.ts',
  ].map(inSource),
  // The screen of all containers, and the map beside home's list.
  status: [
    'map/can-draw.ts',
    'screens/container-status/map/map-data.ts',
    'screens/container-status/overview.ts',
    'screens/container-status/use-looks.ts',
  ].map(inSource),
};

/**
 * Modules that only hand on what other files have: the specifiers they are imported by, and where they are. To the bundler each is one, so that
 * whoever takes a button of it would have all of it that anybody takes.
 */
const handsOn: readonly (readonly [specifier: RegExp, file: RegExp])[] = [
  [/^@mantine\/core$/, /@mantine[\\/]core[\\/]esm[\\/]index\.mjs$/],
  [/^@mantine\/hooks$/, /@mantine[\\/]hooks[\\/]esm[\\/]index\.mjs$/],
  [/^@mantine\/notifications$/, /@mantine[\\/]notifications[\\/]esm[\\/]index\.mjs$/],
  [/\/icons\.ts$/, /src[\\/]ui[\\/]icons\.ts$/],
];

/** What a module imports, or hands on, by name: as it is called there and here, and where it comes from. */
const namesIn = (code: string): { readonly there: string; readonly here: string; readonly from: string }[] =>
  [...code.matchAll(/\b(?:im|ex)port\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)].flatMap(([, names = '', from = '']) =>
    names.split(',').map((name) => {
      const [there = '', here = there] = name.trim().split(' as ');
      return { there, here, from };
    }),
  );

/** What a module imports, without what is loaded later. */
const importedBy = (context: Rolldown.ChunkingContext, id: string): readonly string[] =>
  context.getModuleInfo(id)?.importedIds ?? [];

/**
 * The same, but of what is handed on only the files that have what it takes.
 *
 * @throws {Error} if they are not found.
 */
function takenBy(context: Rolldown.ChunkingContext, id: string): readonly string[] {
  const codeOf = (module: string) => context.getModuleInfo(module)?.code ?? '';
  return importedBy(context, id).flatMap((imported) => {
    const [specifier] = handsOn.find(([, file]) => file.test(imported)) ?? [];
    if (!specifier) {
      return [imported];
    }
    const taken = namesIn(codeOf(id)).filter(({ from }) => specifier.test(from));
    const files = new Map(namesIn(codeOf(imported)).map(({ here, from }) => [here, from.replace(/^\.\//, '')]));
    return taken.map(({ there }) => {
      const file = importedBy(context, imported).find((each) => each.endsWith(files.get(there) ?? '?'));
      if (!file) {
        throw new Error(`chunks.ts does not find which file of ${imported} has ${there}, for ${id}`);
      }
      return file;
    });
  });
}

/**
 * The modules named and everything that they import, without what is loaded later.
 *
 * @throws {Error} if there is none of that name: what is moved must be named anew here.
 */
function closureOf(
  context: Rolldown.ChunkingContext,
  named: readonly string[],
  imports = importedBy,
): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (!found.has(id)) {
      found.add(id);
      imports(context, id).forEach(visit);
    }
  };
  for (const id of named) {
    if (!context.getModuleInfo(id)) {
      throw new Error(`chunks.ts names a module that is not in the console: ${id}`);
    }
    visit(id);
  }
  return found;
}

/**
 * What few screens have of Mantine, and is not with the rest: what hangs over a page, placed beside what it is about, with all that only this
 * needs; and radio buttons.
 */
const later = new RegExp(
  [
    String.raw`@floating-ui[\\/](?!react[\\/].*utils)[^?]*$`,
    String.raw`@mantine[\\/](core|hooks)[\\/]esm[\\/](?:.*[\\/])?(AccordionChevron|Floating|FocusTrap|Overlay|Popover|Radio|VisuallyHidden|close-on-escape|create-event-handler|get-ref-prop|get-single-element-child|is-element|use-focus-return|use-focus-trap|use-long-press|clamp)[\\/.]`,
  ].join('|'),
);

/**
 * Gives Mantine's ScrollArea, which every table has, a copy of the one file of floating-ui: it needs a function of a few lines, with
 * which all that places popovers would be in its chunk.
 */
export const popoversApart = (): Plugin => ({
  name: 'popovers-apart',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^@floating-ui\/react$/ },
    async handler(source, importer, options) {
      const found =
        importer?.includes('ScrollArea') && (await this.resolve(source, importer, { ...options, skipSelf: true }));
      return found ? { ...found, id: `${found.id}?scroll-area` } : null;
    },
  },
});

/** A long-lived chunk of everything that the named packages hold. */
const group = (name: string, priority: number, packages: readonly string[]) => ({
  name,
  priority,
  test: new RegExp(`node_modules[\\\\/](${packages.join('|')})[\\\\/]`),
});

/** Which chunk a module is in; null: where the bundler puts it, which is a file of its own for what is loaded by name. */
function chunkOf(context: Rolldown.ChunkingContext): (id: string) => string | null {
  const early = closureOf(context, [ahead]);
  const start = closureOf(context, first, takenBy);
  const controls = closureOf(context, first);
  const chunksAfter = Object.entries(shared).map(([name, named]) => ({ name, ids: closureOf(context, named), named }));
  return (id) => {
    if (early.has(id) || following.includes(id) || later.test(id)) {
      return null;
    }
    if (start.has(id) || id === tableStyles) {
      return 'start';
    }
    // The rest of packages of which the first screen has something: what other screens need, and messages.
    if (controls.has(id)) {
      return 'controls';
    }
    const chunk = chunksAfter.find(({ ids }) => ids.has(id));
    const isLoaded = (context.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0;
    return chunk && (!isLoaded || chunk.named.includes(id)) ? chunk.name : null;
  };
}

/**
 * How the code is cut: three chunks of packages that outlive most releases, one of all else that the first screen needs, and those that
 * screens share. Left to itself the bundler makes one for each set of screens that share a module: a screen waited for fifty files.
 */
export function chunks(): Rolldown.CodeSplittingGroup[] {
  let chunk: ((id: string) => string | null) | undefined;
  return [
    group('react', 3, ['react', 'react-dom', 'scheduler', 'react-router']),
    group('data', 2, [
      '@apollo',
      'graphql',
      'rxjs',
      '@wry',
      'optimism',
      'i18next',
      'react-i18next',
      'i18next-http-backend',
    ]),
    group('address', 2, ['nuqs']),
    {
      debugName: 'shared',
      priority: 1,
      // What is not named here stays where it is used.
      includeDependenciesRecursively: false,
      name: (id, context) => {
        chunk ??= chunkOf(context);
        return chunk(id);
      },
    },
  ];
}
