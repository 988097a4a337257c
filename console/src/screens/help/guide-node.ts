/** What a guide is made of, as the build reads it from Markdown (`console/guides.ts`). */
export type GuideNode = string | GuideElement | GuidePicture;

export interface GuideElement {
  readonly tag: GuideTag;
  readonly children: readonly GuideNode[];
  /** Of a heading that can be linked to. */
  readonly id?: string;
  /** Of a link, `a`: another guide by its name, or a heading of this one behind `#`. */
  readonly to?: string;
}

/** Where a picture of a screen stands, if it has been taken (`npm run guide:screenshots`). */
export interface GuidePicture {
  readonly picture: string;
  readonly alt: string;
}

/** Keys and what is typed are `kbd`. */
export type GuideTag =
  | 'h2'
  | 'h3'
  | 'p'
  | 'ol'
  | 'ul'
  | 'li'
  | 'strong'
  | 'em'
  | 'kbd'
  | 'a'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td';

/** A guide as its file is read. */
export interface GuideText {
  readonly title: string;
  readonly nodes: readonly GuideNode[];
}

/** A guide as it is built: its text, and the pictures that there are. */
export interface Guide extends GuideText {
  readonly pictures: Readonly<Record<string, TakenPicture>>;
}

export interface TakenPicture {
  readonly src: string;
  /** In pixels, as it was taken. */
  readonly width: number;
  readonly height: number;
}
