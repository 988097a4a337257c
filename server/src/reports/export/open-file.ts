import type { GraphQLSchema } from 'graphql';
import { Context } from '../../request/context.ts';
import type { ServerParts } from '../../request/context-parts.ts';
import { RequestBounds } from '../../request/request-bounds.ts';
import type { Viewer } from '../../identity/viewer.ts';
import { getKeptReport, readContent } from '../kept/kept-report.service.ts';
import { askReport } from '../report.service.ts';
import type { AskedFile } from './asked-file.ts';
import type { Download, OpenFile } from './downloads.ts';
import { openKeptFile } from './kept-file.ts';
import { describeListFile, openListFile } from './lists/list-file.ts';
import { describeRecordsFile } from './records-file.ts';
import { openResidentFile } from './resident/resident-file.ts';
import { openRecordsFile, openReportFile } from './report-file.ts';

/** What files are made of beside what was asked. */
interface FileSources extends ServerParts {
  readonly schema: GraphQLSchema;
}

/** What archives of orgs are made by: a room above this one. */
export type OpenArchive = (
  caller: Context,
  asked: Extract<AskedFile, { readonly kind: 'archive' }>,
) => Promise<Download>;

let openArchive: OpenArchive = () => {
  throw new Error('Nobody makes archives here');
};

/** Has archives made by `open`, whenever one is fetched. */
export const makeArchivesBy = (open: OpenArchive): void => void (openArchive = open);

/** Makes files for who is not there to ask: they asked one of the servers, and fetch from any. */
export const createOpenFile =
  ({ schema, ...parts }: FileSources): OpenFile =>
  async (asked, viewer) => {
    const caller = contextOf(parts, viewer);
    switch (asked.kind) {
      case 'report':
      case 'records':
        return named(asked, openReport(caller, asked));
      case 'list':
        return openListFile(caller, { ...describeListFile(caller, schema, asked.list), ...asked });
      case 'kept':
        return named(asked, openKeptFile(readContent(await getKeptReport(caller, asked.id)), asked.style));
      case 'archive':
        return openArchive(caller, asked);
      case 'resident':
        return openResidentFile(caller, asked);
    }
  };

const named = ({ fileName }: { readonly fileName?: string }, file: Download): Download =>
  fileName === undefined ? file : { ...file, fileName };

function openReport(
  caller: Context,
  { kind, report, request, style }: AskedFile & { kind: 'report' | 'records' },
): Download {
  const { db, viewer } = caller;
  const period = { from: new Date(request.from), to: new Date(request.to) }; // they are text in JSON
  const question = askReport(caller, report, { ...request, ...period });
  return kind === 'records'
    ? openRecordsFile(db, describeRecordsFile(caller, question), style, viewer.actor)
    : openReportFile(db, question, style, viewer.actor);
}

const contextOf = (parts: ServerParts, viewer: Viewer) =>
  new Context({
    ...parts,
    viewer,
    bounds: new RequestBounds({ name: viewer.actor, isGateway: viewer.isGateway }),
    resolveViewer: async () => viewer, // asked for by what goes on and on: feeds
    clientNetwork: null,
  });
