import type { TFunction } from 'i18next';
import { headOf, textLines, Words, type Part, type PrivacyDocument, type Source } from './document.ts';
import { security } from './register.ts';

/** What may go wrong for residents, in the order of the document. */
const risks = ['habits', 'running', 'idNumbers', 'insiders', 'groups', 'archives', 'lost', 'refused'] as const;

/** The impact assessment (GDPR, article 35), as an org's settings and the program make it. */
export function assessmentOf(t: TFunction, language: string, source: Source): PrivacyDocument {
  const words = new Words(t, language, source);
  return {
    ...headOf('assessment', words, t, language, source),
    parts: [
      how(words),
      necessity(words),
      rights(words),
      {
        title: words.of('parts.risks'),
        risks: risks.map((name) => ({
          risk: words.of(`risks.${name}.risk`),
          measure: words.of(`risks.${name}.${measureOf(name, words)}`),
        })),
        lines: words.blanks('residual'),
      },
      security(words),
      {
        title: words.of('parts.decision'),
        lines: [
          ...words.blanks('dpoOpinion', 'consulted', 'conclusion'),
          ...words.say('review'),
          ...words.blanks('signature'),
        ],
      },
    ],
  };
}

const measureOf = (name: (typeof risks)[number], { keeping }: Words): string =>
  name !== 'habits' ? 'measure' : keeping === 'none' ? 'none' : 'kept';

function how(words: Words): Part {
  const { who, acts, months, events, former } = words.kept;
  return {
    title: words.of('parts.how'),
    lines: [
      ...words.say('how.lock'),
      ...textLines([...who, ...acts, ...months, ...events, ...former]),
      ...words.say('how.register'),
    ],
  };
}

function necessity(words: Words): Part {
  const open = { none: [], purpose: ['whyWho'], payByUse: ['whyTerm'] }[words.keeping];
  return {
    title: words.of('parts.necessity'),
    lines: [
      ...words.say(`necessity.${words.keeping}`),
      ...words.blanks(...open),
      ...words.say('necessity.months', 'necessity.groups', 'necessity.automatic'),
      ...words.blanks('idNumberNeed'),
    ],
  };
}

function rights(words: Words): Part {
  return {
    title: words.of('parts.rights'),
    lines: [
      ...words.say(
        `rights.told.${words.keeping === 'none' ? 'none' : 'kept'}`,
        ...['access', 'rectification', 'erasure', 'archives'].map((each) => `rights.${each}`),
      ),
      ...words.blanks('requests'),
    ],
  };
}
