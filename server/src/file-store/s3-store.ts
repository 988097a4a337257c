import type { Readable } from 'node:stream';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  S3Client,
  type ListObjectsV2CommandInput,
  type ListObjectsV2CommandOutput,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { OperatorError } from '@noa/domain/errors.ts';
import type { FileStore } from './file-store.ts';
import { storeFailure } from './s3-failure.ts';

/** Objects that one request may delete. */
const deletedAtOnce = 1000;

/**
 * A bucket of an S3-compatible store. Address and credentials are taken from the variables that every S3 program takes:
 * AWS_ENDPOINT_URL_S3, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY.
 */
export class S3Store implements FileStore {
  readonly address: string;
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;

  /** @param prefix - without slashes at its ends; may be empty. */
  constructor(bucket: string, prefix: string) {
    this.address = `s3://${bucket}${prefix && `/${prefix}`}`;
    this.#bucket = bucket;
    this.#prefix = prefix && `${prefix}/`;
    this.#client = new S3Client({
      // Where none is named there is none, which no store minds but Amazon's own.
      region: process.env['AWS_REGION'] || 'us-east-1',
      // A bucket that is part of the host's name needs a certificate for each bucket: stores of one's own have none.
      forcePathStyle: Boolean(process.env['AWS_ENDPOINT_URL_S3'] || process.env['AWS_ENDPOINT_URL']),
      // Checksums in trailers are Amazon's own; the manifest has one of each file.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  async write(name: string, content: Readable): Promise<void> {
    // In parts, since its length is known at its end only; what is not finished is taken away.
    const params = { Bucket: this.#bucket, Key: this.#prefix + name, Body: content };
    await this.#told(new Upload({ client: this.#client, params }).done());
  }

  async read(name: string): Promise<Readable> {
    const asked = new GetObjectCommand({ Bucket: this.#bucket, Key: this.#prefix + name });
    const { Body } = await this.#told(this.#client.send(asked));
    return Body as Readable; // which it is in Node
  }

  async list(beginning: string): Promise<string[]> {
    return [...(await this.sizes(beginning)).keys()].toSorted();
  }

  async sizes(beginning: string): Promise<ReadonlyMap<string, number>> {
    const sizes = new Map<string, number>();
    for (const { Contents = [] } of await this.#listed({ Prefix: this.#prefix + beginning })) {
      Contents.forEach(({ Key = '', Size = 0 }) => sizes.set(Key.slice(this.#prefix.length), Size));
    }
    return sizes;
  }

  async folders(): Promise<string[]> {
    const names: string[] = [];
    for (const { CommonPrefixes = [] } of await this.#listed({ Prefix: this.#prefix, Delimiter: '/' })) {
      names.push(...CommonPrefixes.map(({ Prefix = '' }) => Prefix.slice(this.#prefix.length, -1)));
    }
    return names.toSorted();
  }

  async remove(names: readonly string[]): Promise<void> {
    for (let at = 0; at < names.length; at += deletedAtOnce) {
      const Objects = names.slice(at, at + deletedAtOnce).map((name) => ({ Key: this.#prefix + name }));
      const asked = new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } });
      const { Errors: [kept] = [] } = await this.#told(this.#client.send(asked));
      if (kept) {
        throw new OperatorError(`${this.address} did not remove ${kept.Key}: ${kept.Code}.`);
      }
    }
  }

  async removeFolder(name: string): Promise<void> {
    await this.remove(await this.list(`${name}/`)); // what is not finished is not there
  }

  /** All pages of a list. */
  async #listed(asked: Pick<ListObjectsV2CommandInput, 'Prefix' | 'Delimiter'>): Promise<ListObjectsV2CommandOutput[]> {
    const pages: ListObjectsV2CommandOutput[] = [];
    const all = async () => {
      for await (const page of paginateListObjectsV2({ client: this.#client }, { Bucket: this.#bucket, ...asked })) {
        pages.push(page);
      }
    };
    await this.#told(all());
    return pages;
  }

  /** @throws {OperatorError} for what the store refused, or why it was not reached; anything else as it is. */
  async #told<Answer>(answer: Promise<Answer>): Promise<Answer> {
    try {
      return await answer;
    } catch (cause) {
      throw storeFailure(this.address, cause);
    }
  }
}
