// Twenty-five cells; a move writes one. It never ends.
exports.game = {
	name: "cells",
	setup: () => ({ cells: Array(25).fill(null) }),
	turn: { minMoves: 1, maxMoves: 1 },
	moves: {
		place: ({ G, playerID }, cell) => {
			G.cells[cell] = playerID;
		},
	},
};
