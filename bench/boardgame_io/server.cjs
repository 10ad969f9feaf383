// A server of boardgame.io that holds everything in memory, with a game as cheap as can be: prints its port.
const { Server } = require("boardgame.io/server");
const { game } = require("./game.cjs");

const server = Server({ games: [game], origins: [/127\.0\.0\.1/, /localhost/] });
server.run({ port: 0, callback: () => {} }).then(({ appServer }) => console.log(appServer.address().port));
