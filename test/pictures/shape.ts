// What is drawn in a page, at its place.

/** How it is coloured. */
export interface Painted {
  /** Colours as CSS has them; undefined where nothing is drawn. */
  readonly fill?: string | undefined;
  readonly stroke?: string | undefined;
  readonly strokeWidth?: number;
  readonly opacity: number;
}

export interface BoxShape extends Painted, Rect {
  readonly kind: 'box';
  readonly radius: number;
  /** Only the icon of Box Office is seen of it. */
  readonly isMasked?: boolean;
}

/** A line of text; y is that of its baseline, x that of its start, its middle or its end. */
export interface TextShape extends Painted {
  readonly kind: 'text';
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly size: number;
  readonly isBold: boolean;
  readonly isCode: boolean;
}

/** A sign of the font of icons, in a square. */
export interface IconShape extends Painted {
  readonly kind: 'icon';
  readonly code: number;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** In degrees. */
  readonly turn: number;
}

export interface PathShape extends Painted {
  readonly kind: 'path';
  readonly path: string;
  /** Six numbers, as SVG has them. */
  readonly matrix: readonly number[];
}

export type Shape = BoxShape | TextShape | IconShape | PathShape;

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
