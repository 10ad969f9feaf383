from tablier.server.serving import serve

serve()
