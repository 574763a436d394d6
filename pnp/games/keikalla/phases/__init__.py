"""What the rules refuse and do, from the set-up over the road and the stage to the extra bands; how a turn goes on."""
