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
  /** On the analysis board: the options of the game, its seats, and whether positions can be set up by hand. */
  options: Record<string, unknown>;
  seats: string[];
  edits: boolean;
  /** There: how many characters a record may have. */
  longest: number;
  /** There: the address of the engine for browsers; empty where this page may not load one. */
  engine: string;
  /** On the page of a puzzle: its id. */
  puzzle: string;
  /** Of the page without a game. */
  address: string;
}

/** How many tables wait for the visitor, who that is, and the versions of the pages and of what browsers keep: /api/turns. */
interface Turns {
  turns: number;
  who: string;
  version: string;
  release: string;
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

/** A match of this browser's store, as lists show it. */
interface StoredMatch {
  id: string;
  game: string;
  status: string;
  changed: number;
  people: string[];
  results: Record<string, string>;
  /** The table of the server that keeps it. */
  server?: string;
  /** The number of the last line that the server has. */
  sent?: number;
  /** The number of the last line when the server refused it; it is sent again when there are more. */
  refused?: number;
  /** Why the server does not take it. */
  problem?: string;
}

/** The elements that scripts look up by their ids. Those that may be null are not in all templates. */
interface ElementsById {
  accuracy: HTMLTableElement;
  acts: HTMLElement;
  analyse: HTMLAnchorElement | null;
  annotate: HTMLFormElement;
  arrow: HTMLElement;
  back: HTMLButtonElement;
  best: HTMLElement;
  comment: HTMLTextAreaElement;
  connection: HTMLElement;
  "copy-link": HTMLElement;
  "copy-record": HTMLElement;
  count: HTMLElement;
  depth: HTMLElement;
  download: HTMLAnchorElement;
  end: HTMLElement;
  engine: HTMLElement;
  "far-seats": HTMLElement;
  file: HTMLInputElement;
  first: HTMLElement;
  heard: HTMLElement;
  "last-moves": HTMLElement | null;
  invitation: HTMLElement;
  keys: HTMLElement;
  leave: HTMLElement;
  legend: HTMLElement;
  limit: HTMLSelectElement;
  line: HTMLElement;
  "line-count": HTMLSelectElement;
  where: HTMLElement;
  lines: HTMLElement;
  live: HTMLElement | null;
  mistakes: HTMLElement;
  moves: HTMLElement;
  "near-seats": HTMLElement;
  next: HTMLButtonElement;
  "no-moves": HTMLElement;
  "no-talk": HTMLElement;
  offers: HTMLElement;
  opening: HTMLFormElement;
  "opening-choice": HTMLElement;
  "opening-says": HTMLElement;
  "other-view": HTMLElement | null;
  page: HTMLScriptElement;
  panels: HTMLElement;
  pasted: HTMLTextAreaElement;
  playing: HTMLFormElement & { elements: { seat: HTMLSelectElement; start: HTMLInputElement } };
  plot: HTMLElement;
  ply: HTMLElement;
  progress: HTMLElement;
  reason: HTMLElement;
  retry: HTMLElement;
  rules: HTMLElement;
  say: HTMLFormElement & { elements: { text: HTMLInputElement; to: HTMLSelectElement & { value: "table" | "team" } } };
  says: HTMLElement;
  scale: HTMLTableElement;
  settings: HTMLFormElement;
  setup: HTMLFormElement & { elements: { turn: HTMLSelectElement } };
  "setup-analyse": HTMLButtonElement;
  "setup-clear": HTMLElement;
  "setup-counts": HTMLElement;
  "setup-leave": HTMLElement;
  "setup-says": HTMLElement;
  "setup-turn": HTMLElement;
  shares: HTMLElement;
  side: HTMLElement;
  show: HTMLButtonElement;
  spoken: HTMLElement;
  stage: HTMLElement;
  "start-over": HTMLElement;
  state: HTMLElement;
  status: HTMLElement;
  steps: HTMLElement;
  talk: HTMLElement;
  tray: HTMLElement;
  "turn-board": HTMLElement | null;
  watchers: HTMLElement;
  whole: HTMLElement;
  why: HTMLElement;
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
  /** What to say of the move that was begun; an empty text when there is none. */
  onGuide: Guide;
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
type Guide = (text: string, more?: Node | string) => void;
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

type Move = import("./static/tree.js").Move;
type Insights = import("./static/insights.js").Insights;
type Setup = import("./static/setup.js").Setup;
type VariationTree = import("./static/tree.js").VariationTree;

/** A line of a record in JSON. */
interface LineData {
  moves: string[];
  comments?: Record<string, string>;
  marks?: Record<string, string>;
  variations?: (LineData & { after: number })[];
}
/** A record in JSON, as far as the analysis board looks into it. */
type RecordData = Partial<LineData> & { start?: string | null; reason?: unknown; [part: string]: any };

/** A line of moves that is asked about. */
interface AskedLine {
  game: string;
  options: Record<string, unknown>;
  start: string;
  moves: string[];
}
/** How many lines are followed, and for how long; null for as long as one looks. */
type EngineOptions = { lines: number; seconds: number | null };
interface EngineHandlers {
  onThought(thought: ThoughtNews): void;
  /** So many searches come before this one. */
  onQueued(ahead: number): void;
  onProblem(text: string): void;
}
interface ThoughtHandlers {
  onThought(thought: ThoughtNews | null): void;
  onPlay(moves: string[]): void;
}
interface SetupHandlers {
  onBegin(): void;
  ask(address: string, question: object): Promise<any>;
  onDone(position: string): void;
  onLeave(): void;
  onMessage(text: string): void;
}
interface InsightHandlers {
  ask(address: string, more: object): Promise<any>;
  onMessage(text: string): void;
}

/** What is used of a WebSocket. */
interface Socket extends Pick<WebSocket, "readyState" | "send" | "close"> {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
}

/** Who thinks in this browser. */
interface Thinker {
  ask(path: string, init?: RequestInit): Promise<Response>;
  openSocket(path: string): Socket;
}

/** A host of tables in this browser. */
interface LocalHost extends Thinker {
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
  /** Of the scripts and the engine together; a site of static files has none. */
  release?: string;
}
