import type { TFunction } from 'i18next';
import { headOf, textLines, Words, type Line, type Part, type PrivacyDocument, type Source } from './document.ts';

/** What an activity is about, beside its title. */
interface Activity {
  readonly name: string;
  readonly basis: readonly Line[];
  readonly goal?: readonly Line[];
  readonly data?: string;
  readonly recipients?: readonly Line[];
  readonly kept: readonly Line[];
}

/** The register of processing activities (GDPR, article 30), as an org's settings and the program make it. */
export function registerOf(t: TFunction, language: string, source: Source): PrivacyDocument {
  const words = new Words(t, language, source);
  return {
    ...headOf('register', words, t, language, source),
    parts: [
      controller(words, source),
      ...activities(words).map((activity) => partOf(words, activity)),
      {
        title: words.of('parts.general'),
        lines: [...words.say('transfers'), ...words.blanks('processors', 'place')],
      },
      security(words),
      { title: words.of('parts.decision'), lines: [...words.say('review'), ...words.blanks('signature')] },
    ],
  };
}

/** Who answers for it: Noa knows a name and perhaps an address. */
function controller(words: Words, { org }: Source): Part {
  return {
    title: words.of('parts.controller'),
    rows: [
      words.row('name', [{ text: org.name }]),
      words.row('addr', org.addr.trim() === '' ? words.blanks('addr') : [{ text: org.addr }]),
    ],
    lines: words.blanks('contact', 'representative', 'dpo', 'joint'),
  };
}

function activities(words: Words): Activity[] {
  const { keeping, kept } = words;
  const publicTask = [...words.say('publicTask'), ...words.blanks('act')];
  const basisOfWho =
    keeping === 'none' || words.legalBasis === '' ? publicTask : [...publicTask, { text: words.legalBasis }];
  const isKept = keeping !== 'none';
  return [
    {
      name: 'registry',
      basis: [...publicTask, ...words.blanks('idNumberNeed')],
      recipients: words.say(...['staff', 'reporters', 'locks'].map((each) => `activities.registry.recipients.${each}`)),
      kept: [...words.say('activities.registry.present'), ...textLines([...kept.former, ...kept.claimCodes])],
    },
    {
      name: 'events',
      goal: [
        ...words.say('activities.events.goal'),
        ...(isKept && words.purpose !== '' ? [{ text: words.purpose }] : []),
      ],
      basis: basisOfWho,
      data: `activities.events.data.${isKept ? 'kept' : 'none'}`,
      recipients: words.say(`activities.events.recipients.${isKept ? 'kept' : 'none'}`),
      kept: textLines([...kept.who, ...kept.acts, ...kept.reports, ...kept.events]),
    },
    ...(keeping === 'payByUse'
      ? [
          {
            name: 'payByUse',
            basis: words.legalBasis === '' ? publicTask : [{ text: words.legalBasis }],
            recipients: [...words.say('activities.payByUse.recipients'), ...words.blanks('bills')],
            kept: textLines(kept.who),
          },
        ]
      : []),
    { name: 'months', basis: publicTask, kept: textLines(kept.months) },
    {
      name: 'residents',
      basis: publicTask,
      kept: [...words.say('activities.residents.kept'), ...words.blanks('accountsKept')],
    },
    { name: 'staff', basis: publicTask, kept: [...textLines(kept.audit), ...words.blanks('accountsKept')] },
  ];
}

function partOf(words: Words, { name, basis, goal, data, recipients, kept }: Activity): Part {
  const own = (field: string) => words.say(`activities.${name}.${field}`);
  return {
    title: words.of(`activities.${name}.title`),
    rows: [
      words.row('goal', goal ?? own('goal')),
      words.row('basis', basis),
      words.row('people', own('people')),
      words.row('data', data ? words.say(data) : own('data')),
      words.row('recipients', recipients ?? own('recipients')),
      words.row('kept', kept),
    ],
  };
}

/** What protects it: said in the register, and in the impact assessment among the measures. */
export const security = (words: Words): Part => ({
  title: words.of('parts.security'),
  lines: [
    ...words.say(
      ...['sealed', 'scope', 'audit', 'groups', 'accounts', 'logs', 'imports', 'backups', 'files', 'more'].map(
        (each) => `security.${each}`,
      ),
    ),
    ...words.blanks('backupsKept'),
  ],
});
