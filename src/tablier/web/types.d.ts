/* What the scripts pass around among themselves. The messages of the server are in messages.d.ts. */

type Point = { x: number; y: number };
type Box = Point & { width: number; height: number };
/** Where something happened on the screen. */
type Pixel = { clientX: number; clientY: number };

/** The data of a page. */
interface Page {
  table: string;
  game: string;
  title: string;
  views: string[];
  /** The titles of the computer players by their names. */
  bots: Record<string, string>;
  language: string;
  /** At a table: whether the visitor has no account. */
  guest: boolean;
  /** The address of the game's rules, without the bar. */
  rules: string;
  /** The texts by their keys: one form, or that for one and that for many. */
  words: Record<string, string | string[]>;
  /** On the page of a first lesson: its name and how many steps it has. */
  lesson: string;
  steps: number;
}

/** How many tables wait for the visitor, who that is, and the version of the pages: /api/turns. */
interface Turns {
  turns: number;
  who: string;
  version: string;
}

/** A file that is kept for use without a network. */
interface KeepFile {
  address: string;
  size: number;
  /** In hexadecimal; empty for pages. */
  sha256: string;
}

/** What is needed without a network: /offline/files. */
interface KeepList {
  version: string;
  language: string;
  files: KeepFile[];
}

/** What is kept in this browser: its version and language, its bytes, and since when. */
interface Kept {
  version: string;
  language: string;
  bytes: number;
  at: number;
}

/** The elements that scripts look up by their ids. Those that may be null are not in all templates. */
interface ElementsById {
  acts: HTMLElement;
  back: HTMLButtonElement;
  best: HTMLElement;
  comment: HTMLElement;
  connection: HTMLElement;
  "copy-link": HTMLElement;
  "copy-record": HTMLElement;
  count: HTMLElement;
  download: HTMLAnchorElement;
  end: HTMLElement;
  "far-seats": HTMLElement;
  first: HTMLElement;
  heard: HTMLElement;
  "last-moves": HTMLElement | null;
  invitation: HTMLElement;
  leave: HTMLElement;
  legend: HTMLElement;
  line: HTMLElement;
  live: HTMLElement | null;
  mistakes: HTMLElement;
  moves: HTMLElement;
  "near-seats": HTMLElement;
  next: HTMLButtonElement;
  "no-moves": HTMLElement;
  "no-talk": HTMLElement;
  offers: HTMLElement;
  "other-view": HTMLElement | null;
  page: HTMLScriptElement;
  panels: HTMLElement;
  plot: HTMLElement;
  ply: HTMLElement;
  progress: HTMLElement;
  retry: HTMLElement;
  rules: HTMLElement;
  say: HTMLFormElement & { elements: { text: HTMLInputElement; to: HTMLSelectElement & { value: "table" | "team" } } };
  says: HTMLElement;
  scale: HTMLTableElement;
  settings: HTMLFormElement;
  shares: HTMLElement;
  show: HTMLButtonElement;
  spoken: HTMLElement;
  stage: HTMLElement;
  state: HTMLElement;
  status: HTMLElement;
  steps: HTMLElement;
  talk: HTMLElement;
  tray: HTMLElement;
  "turn-board": HTMLElement | null;
  watchers: HTMLElement;
  whole: HTMLElement;
  whose: HTMLSelectElement;
}
type ById = <K extends keyof ElementsById>(id: K) => ElementsById[K];

type Child = Node | string | null | undefined | false | 0;
/** `data` becomes the element's dataset, the others its properties, or attributes where it has none of the name. */
type Make = <K extends keyof HTMLElementTagNameMap>(tag: K, properties?: Record<string, unknown>, ...children: Child[]) => HTMLElementTagNameMap[K];
type MakeSvg = <K extends keyof SVGElementTagNameMap>(tag: K, attributes?: Record<string, unknown>) => SVGElementTagNameMap[K];

type Board = import("./static/board.js").Board;
type BoardView = import("./static/boardview.js").BoardView;
type Input = import("./static/input.js").Input;

/** From the position on the board to the next one: 1 a move forward, -1 a move back, 0 any other. */
type Step = -1 | 0 | 1;

/** A piece on the board: its element, its symbol and where it lies. */
type PlacedPiece = Point & { node: SVGUseElement; symbol: string };

/** A piece on its way; without `from` it fades in. */
interface Slide {
  node: SVGUseElement;
  from: Point | undefined;
  to: Point;
  /** The spots it goes over, the first and the last included. */
  route?: string[];
}

/** Names of spots that are highlighted. */
interface Highlights {
  /** The first clicks of moves of several clicks. */
  starts: string[];
  /** The next clicks of a move that was begun. */
  targets: string[];
  /** What was clicked. */
  selected: string[];
  /** Moves of a single click. */
  moves: string[];
  /** What a bot would click. */
  hint: string[];
}

/** A pointer pressed on a spot or an item. */
interface Press extends Point {
  name: string;
  /** The pointer's. */
  id: number;
  /** Whether pressing it was a click already. */
  isClick: boolean;
  /** Whether it moved far enough to drag. */
  isDrag: boolean;
  /** Whether it is a finger. */
  isTouch: boolean;
}

interface InputHandlers {
  onMove(move: string): void;
  /** A click that leads to no legal move. */
  onIllegal(path: string[]): void;
  /** A tap has shown what the next one will lay. */
  onPreview?(): void;
  /** What is selected has changed. */
  onSelect?(path: string[]): void;
}

type Send = (message: ActMessage) => unknown;
/** Anything that a failed request is explained by. */
type Failure = { says: string };
type AnswerTo<M extends AskMessage> = Extract<AnswerMessage, { type: M["act"] }>;

interface ConnectionHandlers {
  onNews(news: News): void;
  onPresence(presence: Presence): void;
  onThinking(thinking: Thinking): void;
  onAnnouncement(announcement: Announcement): void;
  /** An act was refused: nothing has changed. */
  onProblem(problem: Problem): void;
  onState(state: "open" | "lost" | "refused", problem?: Problem): void;
}

/** What can be heard; each has a switch of its own in the settings. */
type SoundKind = "sound" | "turn" | "join" | "chat" | "offer" | "end";

/** The look of a message under the board. */
type MessageKind = "yes" | "no" | "quiet";
type OnMessage = (text: string, kind?: MessageKind, more?: Node | string) => void;

interface ActionHandlers {
  send: Send;
  onHint(): void;
  onEvaluate(): void;
  onView(): void;
  onTurn(): void;
  onMessage: OnMessage;
}

/** What is known of a finished game: the shares of each seat after every move, and what the moves were worth. */
type Analysis = Pick<ReviewNews, "shares" | "moves">;

interface RetryHandlers {
  ask(address: string): Promise<any>; // each address has an answer of its own; the callers name its type
  fetchScene(at: number): Promise<Scene | undefined>;
  nameOf(seat: number): string;
  onBegin(): void;
  onLeave(at: number): void;
  onMessage: OnMessage;
}

/** What is used of a WebSocket. */
interface Socket extends Pick<WebSocket, "readyState" | "send" | "close"> {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
}

/** A host of tables in this browser. */
interface LocalHost {
  ask(path: string, init?: RequestInit): Promise<Response>;
  openSocket(path: string): Socket;
  /** The address of the page of a path. */
  addressOf(path: string): string;
}

/** What the shell is told by its page: docs/browser.md. */
interface LocalSettings {
  engine: string;
  static: string;
  root: string;
  language: string;
  nonce: string;
}
